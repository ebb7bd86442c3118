/**
 * Where each table would be if groups were distributed over several databases with Citus, and why. A new
 * table needs an entry. docs/scaling.md describes the move.
 *
 * Group tables are split by `group_id`. Reference tables are copied to every database, so that group tables
 * can refer to them. Central tables stay in one database.
 */
export const GROUP_TABLES = [
  'creator_notices',
  'late_notices',
  'recurring_dates',
  'recurring_tee_times',
  'saved_alerts',
  'spots',
  'tee_time_delays',
  'tee_times',
  'waiting_events',
  'waiting_list',
  'weather_checks',
  'weather_watches',
]

/**
 * Reference tables are small and rarely written. They can't be split by group, because emails, slugs and the
 * payment provider's ids must be unique across groups.
 */
export const REFERENCE_TABLES = ['golfers', 'groups', 'group_members']

export const CENTRAL_TABLES: Readonly<Record<string, readonly string[]>> = {
  'about a golfer, not a group': [
    'calendar_feeds',
    'preferences',
    'push_subscriptions',
    'recovery_codes',
    'sessions',
    'sign_in_codes',
    'sign_in_delays',
    'sign_in_networks',
  ],
  'found by an address or a token, before the group is known': [
    'invitations',
    'invite_cooldowns',
    'invite_links',
    'join_requests',
    'signups',
    'welcome_links',
  ],
  'found by a phone number or by the id of a message, with limits for each number and for the service':
    [
      'consent_entries',
      'deliveries',
      'incoming_texts',
      'messages',
      'text_days',
      'text_list_entries',
      'text_lists',
      'text_numbers',
    ],
  "found by the payment provider's ids": [
    'group_times',
    'payment_events',
    'payment_refunds',
    'payments',
    'sandbox_objects',
    'subscriptions',
  ],
  'read across groups by the super admin': ['audit_entries'],
  'about the app or its caches': [
    'idempotency_keys',
    'installation_keys',
    'live_events',
    'push_keys',
    'schema_release',
    'sql_functions',
    'time_zone_data',
    'weather_forecasts',
    'weather_places',
  ],
}
