-- The tables, by domain. SQL functions, triggers and views are in server/*/functions/.
--
-- Constraints and indexes have PostgreSQL's default names (golfers_pkey, golfers_email_check,
-- sessions_golfer_id_fkey). An index that needs another name ends in _key if it is unique, otherwise in
-- _idx. Columns that refer to golfers have an index only where a query needs one, because rows in golfers
-- are never deleted. Times of day are text, 'HH:MM', local to the group or golfer.
--
-- Tables with data of a group have group_id in every key, so that they can be distributed by group
-- (docs/scaling.md). It is the last column of a key, because ids are unique across groups and most queries
-- look rows up by id.

-- For gin_trgm_ops: indexes that find any part of a name.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- --------
-- Identity
-- --------

-- Accounts. A deleted account keeps its row, without personal data, because past rounds need it.
CREATE TABLE golfers (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 100),
  email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
  email_proven_at timestamptz,
  phone text NOT NULL DEFAULT '' CHECK (char_length(phone) <= 30),
  phone_number text,
  phone_confirmed_at timestamptz,
  text_consent_at timestamptz,
  mail_token text NOT NULL DEFAULT replace(gen_random_uuid()::text, '-', ''),
  password text NOT NULL DEFAULT 'temporary',
  sign_in_code_at timestamptz,
  is_super_admin boolean NOT NULL DEFAULT false,
  stripe_customer_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (text_consent_at IS NULL OR phone_confirmed_at IS NOT NULL)
);
CREATE UNIQUE INDEX golfers_email_key ON golfers (lower(email));
CREATE UNIQUE INDEX golfers_mail_token_key ON golfers (mail_token);
CREATE INDEX golfers_phone_number_idx ON golfers (phone_number);
-- For the super admin's list: its sort orders, its count, and searches for any part of a name or address.
-- Each sort index has all columns that finding a page needs, so that later pages do not read earlier rows.
CREATE INDEX golfers_listed_by_name_idx ON golfers (lower(name), id, name) WHERE deleted_at IS NULL;
CREATE INDEX golfers_listed_by_email_idx ON golfers (lower(email), id, email) WHERE deleted_at IS NULL;
CREATE INDEX golfers_listed_by_created_at_idx ON golfers (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX golfers_name_parts_idx ON golfers USING gin (lower(name) gin_trgm_ops);
CREATE INDEX golfers_email_parts_idx ON golfers USING gin (lower(email) gin_trgm_ops);

-- Login sessions, by SHA-256 of the session id.
CREATE TABLE sessions (
  id text PRIMARY KEY,
  golfer_id int NOT NULL REFERENCES golfers ON DELETE CASCADE,
  user_agent text,
  code_used boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_golfer_id_created_at_idx ON sessions (golfer_id, created_at);

-- Secrets of authenticator apps.
CREATE TABLE sign_in_codes (
  golfer_id int PRIMARY KEY REFERENCES golfers ON DELETE CASCADE,
  secret text,
  pending_secret text,
  last_step bigint NOT NULL DEFAULT 0
);

-- One-time codes for golfers who lost their authenticator app.
CREATE TABLE recovery_codes (
  code_hash text PRIMARY KEY,
  golfer_id int NOT NULL REFERENCES golfers ON DELETE CASCADE
);
CREATE INDEX recovery_codes_golfer_id_idx ON recovery_codes (golfer_id);

-- Failed attempts with a password or a sign-in code, by a keyed hash of the account or device.
CREATE TABLE sign_in_delays (
  key text PRIMARY KEY,
  failures int NOT NULL,
  next_try_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX sign_in_delays_updated_at_idx ON sign_in_delays (updated_at);

-- Accounts that a network recently failed to sign in to.
CREATE TABLE sign_in_networks (
  network text NOT NULL,
  account text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (network, account)
);
CREATE INDEX sign_in_networks_account_idx ON sign_in_networks (account);
CREATE INDEX sign_in_networks_at_idx ON sign_in_networks (at);

-- Calendar feed links that golfers subscribe to, by SHA-256 of the token.
CREATE TABLE calendar_feeds (
  golfer_id int PRIMARY KEY REFERENCES golfers ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  made_at timestamptz NOT NULL
);

-- ------
-- Groups
-- ------

-- Groups, including deleted ones, which can be restored for 30 days. Most queries use the view live_groups.
CREATE TABLE groups (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL CHECK (char_length(name) BETWEEN 2 AND 50),
  slug text NOT NULL UNIQUE
    CHECK (slug ~ '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$' AND char_length(slug) BETWEEN 3 AND 30),
  description text CHECK (char_length(description) <= 200),
  owner_id int NOT NULL REFERENCES golfers,
  time_zone text NOT NULL DEFAULT 'America/Edmonton',
  home_place text CHECK (char_length(home_place) <= 100),
  units text NOT NULL DEFAULT 'metric' CHECK (units IN ('metric', 'imperial')),
  guests_per_player int NOT NULL DEFAULT 1 CHECK (guests_per_player BETWEEN 0 AND 3),
  version int NOT NULL DEFAULT 1,
  is_active boolean NOT NULL DEFAULT true,
  expiry_date timestamptz,
  subscription_status text CHECK (subscription_status IN ('active', 'past_due', 'expired')),
  renews boolean NOT NULL DEFAULT false,
  stripe_subscription_id text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CHECK (deleted_at IS NULL OR NOT is_active)
);
CREATE INDEX groups_owner_id_idx ON groups (owner_id);
-- For the super admin's list: its sort orders, its count, and searches for any part of a name or slug.
CREATE INDEX groups_listed_by_name_idx ON groups (lower(name), id, name) WHERE deleted_at IS NULL;
CREATE INDEX groups_listed_by_created_at_idx ON groups (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX groups_listed_by_expiry_date_idx ON groups (expiry_date, id) WHERE deleted_at IS NULL;
CREATE INDEX groups_name_parts_idx ON groups USING gin (lower(name) gin_trgm_ops);
CREATE INDEX groups_slug_parts_idx ON groups USING gin (slug gin_trgm_ops);
-- For listing and purging deleted groups.
CREATE INDEX groups_deleted_at_idx ON groups (deleted_at, id) WHERE deleted_at IS NOT NULL;
-- For finding groups whose paid time has ended.
CREATE INDEX groups_paid_until_idx ON groups (expiry_date)
  WHERE subscription_status IN ('active', 'past_due');

CREATE TABLE group_members (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  golfer_id int NOT NULL REFERENCES golfers ON DELETE CASCADE,
  is_admin boolean NOT NULL DEFAULT false,
  muted boolean NOT NULL DEFAULT false,
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (group_id, golfer_id)
);
CREATE INDEX group_members_golfer_id_idx ON group_members (golfer_id);
-- The owner of a group is always a member. Deferred, because the two rows reference each other.
ALTER TABLE groups ADD FOREIGN KEY (id, owner_id) REFERENCES group_members (group_id, golfer_id)
  DEFERRABLE INITIALLY DEFERRED;

-- Links that let anyone ask to join, or join without approval.
CREATE TABLE invite_links (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  token text NOT NULL UNIQUE,
  joins_without_approval boolean NOT NULL DEFAULT false,
  created_by int NOT NULL REFERENCES golfers,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX invite_links_created_by_idx ON invite_links (created_by);
CREATE INDEX invite_links_group_id_idx ON invite_links (group_id);

-- Requests to join a group, from golfers or from visitors with an invite link.
CREATE TABLE join_requests (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  golfer_id int REFERENCES golfers ON DELETE CASCADE,
  name text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  created_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('accepted', 'declined')),
  decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
-- For data exports and account deletion.
CREATE INDEX join_requests_email_idx ON join_requests (lower(email));
CREATE INDEX join_requests_golfer_id_idx ON join_requests (golfer_id);
CREATE INDEX join_requests_group_id_idx ON join_requests (group_id);
-- One open request per address and group.
CREATE UNIQUE INDEX join_requests_open_key ON join_requests (group_id, lower(email))
  WHERE decided_at IS NULL;

-- Invitations to a group, by email address. The address might not have an account.
CREATE TABLE invitations (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  email text NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  typed_by_inviter boolean NOT NULL,
  invited_by int REFERENCES golfers ON DELETE SET NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  sends int NOT NULL DEFAULT 1,
  expires_at timestamptz NOT NULL,
  decision text CHECK (decision IN ('accepted', 'declined', 'withdrawn')),
  decided_at timestamptz,
  CHECK ((decision IS NULL) = (decided_at IS NULL))
);
-- For counting a group's recent invitations, and for deleting a group.
CREATE INDEX invitations_group_id_idx ON invitations (group_id, sent_at);
CREATE INDEX invitations_email_idx ON invitations (lower(email));
CREATE INDEX invitations_invited_by_idx ON invitations (invited_by);
-- One open invitation per address and group.
CREATE UNIQUE INDEX invitations_open_key ON invitations (group_id, lower(email)) WHERE decision IS NULL;

-- Addresses that a group may not invite until a given time, because the golfer left or declined.
CREATE TABLE invite_cooldowns (
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  email text NOT NULL,
  until timestamptz NOT NULL,
  PRIMARY KEY (group_id, email)
);
CREATE INDEX invite_cooldowns_until_idx ON invite_cooldowns (until);

-- Signups for new groups. Opening the emailed link creates the group; so does a payment, if the address has
-- an account. Until then, the signup reserves the slug.
CREATE TABLE signups (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('trial', 'purchase')),
  email text NOT NULL,
  group_name text NOT NULL,
  slug text NOT NULL UNIQUE,
  description text,
  time_zone text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX signups_email_idx ON signups (lower(email));
CREATE INDEX signups_expires_at_idx ON signups (expires_at);

-- Emailed links that set a password, start a group or accept an invitation, by SHA-256 of the token.
CREATE TABLE welcome_links (
  token_hash text PRIMARY KEY,
  golfer_id int REFERENCES golfers ON DELETE CASCADE,
  signup_id int REFERENCES signups ON DELETE CASCADE,
  invitation_id int REFERENCES invitations ON DELETE CASCADE,
  group_id int REFERENCES groups ON DELETE CASCADE,
  is_reset boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(golfer_id, signup_id, invitation_id) = 1)
);
CREATE INDEX welcome_links_expires_at_idx ON welcome_links (expires_at);
CREATE INDEX welcome_links_golfer_id_idx ON welcome_links (golfer_id, created_at);
CREATE INDEX welcome_links_group_id_idx ON welcome_links (group_id);
CREATE INDEX welcome_links_invitation_id_idx ON welcome_links (invitation_id);
CREATE INDEX welcome_links_signup_id_idx ON welcome_links (signup_id);

-- -------------------
-- Tee times: the core
-- -------------------

-- PostgreSQL parses a table's CHECK constraints again for every statement that writes to the table, and long
-- ones take longer. It parses a function only once per connection. So the two tables that claims write to
-- each have one short check, which calls a function.

CREATE FUNCTION tee_time_is_legal(
  course text, time_of_day text, cost int, notes text, cancel_hours int, cut_off_set_at timestamptz
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN char_length(course) BETWEEN 1 AND 100
    AND time_of_day ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
    AND cost >= 0
    AND (notes IS NULL OR char_length(notes) <= 500)
    AND (cancel_hours IS NULL OR cancel_hours BETWEEN 1 AND 168 AND cut_off_set_at IS NOT NULL);
END $$;

CREATE TABLE tee_times (
  id int GENERATED ALWAYS AS IDENTITY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  number int NOT NULL,
  creator_id int NOT NULL REFERENCES golfers,
  course text NOT NULL,
  date date NOT NULL,
  time text NOT NULL,
  starts_at timestamptz NOT NULL,
  cost int NOT NULL DEFAULT 0,
  notes text,
  cancel_hours int,
  cut_off_set_at timestamptz,
  cut_off_reminded_at timestamptz,
  called_at timestamptz,
  version int NOT NULL DEFAULT 1,
  edited_version int NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  cancelled_at timestamptz,
  archived_at timestamptz,
  announced_at timestamptz,
  saved_alerts_notified_at timestamptz,
  open_spot_notified_at timestamptz,
  PRIMARY KEY (id, group_id),
  CONSTRAINT tee_times_legal_check
    CHECK (tee_time_is_legal(course, time, cost, notes, cancel_hours, cut_off_set_at))
) WITH (fillfactor = 80);
CREATE INDEX tee_times_upcoming_idx ON tee_times (group_id, starts_at, id)
  WHERE cancelled_at IS NULL AND archived_at IS NULL;
CREATE INDEX tee_times_to_archive_idx ON tee_times (starts_at)
  WHERE cancelled_at IS NULL AND archived_at IS NULL;
CREATE INDEX tee_times_number_idx ON tee_times (group_id, number, starts_at);
CREATE INDEX tee_times_season_idx ON tee_times (group_id, date) WHERE cancelled_at IS NULL;
CREATE INDEX tee_times_creator_id_idx ON tee_times (creator_id);
CREATE INDEX tee_times_unannounced_idx ON tee_times (group_id) WHERE announced_at IS NULL;
-- For cut-off reminders: tee times by cut-off, in UTC.
CREATE INDEX tee_times_unguarded_idx ON tee_times ((starts_at AT TIME ZONE 'UTC' - make_interval(hours => cancel_hours)))
  WHERE cancel_hours IS NOT NULL AND cut_off_reminded_at IS NULL AND cancelled_at IS NULL AND archived_at IS NULL;

-- Tee times whose creator must still be notified of the current players. This is a separate table, because
-- setting an indexed column would make a claim add an entry to every index of tee_times.
CREATE TABLE creator_notices (
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (tee_time_id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX creator_notices_due_at_idx ON creator_notices (due_at);

-- Numbers all claims. Guests and reservations are removed by their claim numbers, so that a repeated request
-- never removes someone who has claimed the spot in the meantime.
CREATE SEQUENCE spot_claims AS int;

-- Checks which columns a spot of each status must have and must not have. An unfilled spot can be owed by a
-- golfer who left after the cut-off. An offer without an end (until) is suspended, because its group is
-- paused: inactive or unpaid. The offer gets an end again when the group is no longer paused.
CREATE FUNCTION spot_is_legal(
  "position" int, status text, golfer_id int, host_id int, name text, until timestamptz,
  claim_id int, claimed_at timestamptz, owed_by int, owed_since timestamptz
) RETURNS boolean LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN "position" BETWEEN 1 AND 8
    AND (name IS NULL OR char_length(name) BETWEEN 2 AND 100)
    AND (owed_by IS NULL) = (owed_since IS NULL)
    AND CASE status
      WHEN 'open' THEN num_nonnulls(golfer_id, host_id, name, until, claim_id, claimed_at) = 0
      WHEN 'player' THEN num_nulls(golfer_id, claim_id, claimed_at) = 0
        AND num_nonnulls(host_id, name, until, owed_by) = 0
      WHEN 'guest' THEN num_nulls(host_id, name, claim_id, claimed_at) = 0
        AND num_nonnulls(golfer_id, until, owed_by) = 0
      WHEN 'reservation' THEN num_nulls(until, claim_id, claimed_at) = 0
        AND num_nonnulls(golfer_id, name) = 1 AND host_id IS NULL
      WHEN 'offer' THEN num_nulls(golfer_id, claim_id, claimed_at) = 0
        AND num_nonnulls(host_id, name) = 0
      ELSE false
    END;
END $$;

-- One row per spot, so that a tee time cannot have more players than spots.
CREATE TABLE spots (
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  position int NOT NULL,
  status text NOT NULL DEFAULT 'open',
  golfer_id int REFERENCES golfers,
  host_id int REFERENCES golfers,
  name text,
  until timestamptz,
  claim_id int,
  claimed_at timestamptz,
  owed_by int REFERENCES golfers,
  owed_since timestamptz,
  PRIMARY KEY (tee_time_id, position, group_id),
  -- The golfer comes first, so that this index also finds a golfer's spots.
  UNIQUE (golfer_id, tee_time_id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE,
  CONSTRAINT spots_legal_check CHECK (spot_is_legal(
    position, status, golfer_id, host_id, name, until, claim_id, claimed_at, owed_by, owed_since))
) WITH (fillfactor = 70);
CREATE INDEX spots_host_id_idx ON spots (host_id) WHERE host_id IS NOT NULL;
CREATE INDEX spots_owed_by_idx ON spots (owed_by) WHERE owed_by IS NOT NULL;
-- For ending reservations and offers that have expired or whose tee time has ended.
CREATE INDEX spots_kept_idx ON spots (tee_time_id, until) WHERE status IN ('reservation', 'offer');

CREATE TABLE waiting_list (
  id int GENERATED ALWAYS AS IDENTITY,
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  golfer_id int NOT NULL REFERENCES golfers,
  joined_at timestamptz NOT NULL,
  auto_accept boolean NOT NULL DEFAULT false,
  PRIMARY KEY (id, group_id),
  UNIQUE (tee_time_id, golfer_id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX waiting_list_golfer_id_idx ON waiting_list (golfer_id);

CREATE TABLE waiting_events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  golfer_id int NOT NULL REFERENCES golfers,
  event text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE,
  CONSTRAINT waiting_events_event_known_check CHECK (event IN
    ('waited', 'offered', 'accepted', 'joined', 'declined', 'expired', 'left', 'withdrawn'))
);
CREATE INDEX waiting_events_tee_time_id_idx ON waiting_events (tee_time_id, id);
CREATE INDEX waiting_events_at_idx ON waiting_events (at);

-- ---------------------------------------------------------------
-- Tee times: the day itself, recurring tee times and saved alerts
-- ---------------------------------------------------------------

-- The latest delay of each tee time.
CREATE TABLE tee_time_delays (
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  started_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  delayed_at timestamptz NOT NULL,
  PRIMARY KEY (tee_time_id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX tee_time_delays_delayed_at_idx ON tee_time_delays (delayed_at);

-- The latest notice of each player who is running late.
CREATE TABLE late_notices (
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  golfer_id int NOT NULL REFERENCES golfers,
  minutes int NOT NULL CHECK (minutes IN (10, 20, 30)),
  notified_at timestamptz NOT NULL,
  PRIMARY KEY (tee_time_id, golfer_id, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX late_notices_notified_at_idx ON late_notices (notified_at);

-- Recurring tee times, which the server posts automatically.
CREATE TABLE recurring_tee_times (
  id int GENERATED ALWAYS AS IDENTITY,
  group_id int NOT NULL REFERENCES groups ON DELETE CASCADE,
  creator_id int NOT NULL REFERENCES golfers,
  course text NOT NULL CHECK (char_length(course) BETWEEN 1 AND 100),
  time text NOT NULL CHECK (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  every_weeks int NOT NULL CHECK (every_weeks BETWEEN 1 AND 2),
  days_ahead int NOT NULL CHECK (days_ahead BETWEEN 1 AND 28),
  max_players int NOT NULL CHECK (max_players BETWEEN 1 AND 8),
  notes text CHECK (char_length(notes) <= 500),
  cancel_hours int CHECK (cancel_hours BETWEEN 1 AND 168),
  join_as_player boolean NOT NULL,
  next_date date NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  ended_by int REFERENCES golfers,
  PRIMARY KEY (id, group_id)
);
CREATE INDEX recurring_tee_times_creator_id_idx ON recurring_tee_times (creator_id);
CREATE INDEX recurring_tee_times_due_idx ON recurring_tee_times ((next_date - days_ahead)) WHERE ended_at IS NULL;
CREATE INDEX recurring_tee_times_group_id_idx ON recurring_tee_times (group_id, creator_id);

-- Dates on which a recurring tee time was posted or, if tee_time_id is NULL, skipped.
CREATE TABLE recurring_dates (
  recurring_id int NOT NULL,
  group_id int NOT NULL,
  date date NOT NULL,
  tee_time_id int,
  PRIMARY KEY (recurring_id, date, group_id),
  FOREIGN KEY (recurring_id, group_id) REFERENCES recurring_tee_times (id, group_id) ON DELETE CASCADE,
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX recurring_dates_tee_time_id_idx ON recurring_dates (tee_time_id);

-- Saved alerts: members whose criteria match a new tee time are notified before others.
CREATE TABLE saved_alerts (
  id int GENERATED ALWAYS AS IDENTITY,
  group_id int NOT NULL,
  golfer_id int NOT NULL,
  days smallint[] NOT NULL CHECK (cardinality(days) BETWEEN 1 AND 7),
  not_before text CHECK (not_before ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  not_after text CHECK (not_after ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  course text CHECK (char_length(course) BETWEEN 1 AND 60),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (id, group_id),
  FOREIGN KEY (group_id, golfer_id) REFERENCES group_members (group_id, golfer_id) ON DELETE CASCADE
);
CREATE INDEX saved_alerts_golfer_id_idx ON saved_alerts (golfer_id);
CREATE INDEX saved_alerts_group_id_idx ON saved_alerts (group_id, golfer_id);

-- ---------
-- Messaging
-- ---------

-- Golfers' notification settings. Without a row, the defaults apply.
CREATE TABLE preferences (
  golfer_id int PRIMARY KEY REFERENCES golfers ON DELETE CASCADE,
  channels jsonb NOT NULL DEFAULT '{}',
  quiet_from text NOT NULL DEFAULT '21:00' CHECK (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  quiet_to text NOT NULL DEFAULT '08:00' CHECK (quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  time_zone text
);

-- The consent log: who agreed to texts, and when. Rows stay as proof when an account is deleted, but without
-- the golfer's id.
CREATE TABLE consent_entries (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  number text NOT NULL,
  golfer_id int REFERENCES golfers ON DELETE SET NULL,
  step text NOT NULL CHECK (step IN (
    'requested', 'given', 'withdrawn', 'stopped', 'number-changed'
  )),
  how text NOT NULL,
  wording text NOT NULL
);
CREATE INDEX consent_entries_golfer_id_idx ON consent_entries (golfer_id);
CREATE INDEX consent_entries_number_idx ON consent_entries (number, id);

-- The texting state of phone numbers. All accounts with a number share it.
CREATE TABLE text_numbers (
  number text PRIMARY KEY,
  stopped_at timestamptz,
  opt_in_requested_at timestamptz,
  unreachable_at timestamptz,
  unreachable_code text
);

-- Incoming texts. The provider's id detects texts that are delivered twice.
CREATE TABLE incoming_texts (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id text NOT NULL UNIQUE,
  number text NOT NULL,
  body text NOT NULL,
  received_at timestamptz NOT NULL
);
CREATE INDEX incoming_texts_number_idx ON incoming_texts (number, id);
CREATE INDEX incoming_texts_received_at_idx ON incoming_texts (received_at);

-- The list of tee times last texted to a number. The golfer replies '1' or '2' to choose from it.
CREATE TABLE text_lists (
  number text PRIMARY KEY,
  action text NOT NULL CHECK (action IN ('in', 'out', 'wait')),
  sent_at timestamptz NOT NULL,
  ended_at timestamptz
);

-- Without foreign keys to tee times and golfers, because a reply is checked when it arrives.
CREATE TABLE text_list_entries (
  number text REFERENCES text_lists ON DELETE CASCADE,
  position int,
  tee_time_id int NOT NULL,
  golfer_id int NOT NULL,
  PRIMARY KEY (number, position)
);

-- Every message queued for a golfer, and its delivery status.
CREATE TABLE deliveries (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  event text NOT NULL CHECK (event IN (
    'posted', 'spots', 'opened', 'offer', 'joined', 'offer-expired', 'reserved', 'changed', 'cancelled',
    'delayed', 'running-late', 'reminder-evening', 'reminder-soon', 'weather-watch', 'cut-off',
    'last-call', 'spot-filled', 'added', 'join-request', 'ownership', 'group-deleted',
    'group-restored', 'trial-ends', 'paid', 'payment-failed', 'payment-returned', 'subscription-ended',
    'password-changed', 'password-reset', 'phone-changed', 'texts-on', 'opt-in', 'reply'
  )),
  golfer_id int REFERENCES golfers ON DELETE CASCADE,
  group_id int REFERENCES groups ON DELETE CASCADE,
  tee_time_ids int[] NOT NULL DEFAULT '{}',
  data jsonb NOT NULL DEFAULT '{}',
  key text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('email', 'text', 'push')),
  status text NOT NULL DEFAULT 'queued' CHECK (status IN (
    'queued', 'deferred', 'sending', 'sent', 'delivered', 'failed', 'dropped'
  )),
  recipient text NOT NULL DEFAULT '',
  body text,
  tries int NOT NULL DEFAULT 0,
  tried_at timestamptz,
  due_at timestamptz,
  sent_at timestamptz,
  provider_id text UNIQUE,
  segments int,
  error_code text,
  created_at timestamptz NOT NULL,
  day date GENERATED ALWAYS AS ((created_at AT TIME ZONE 'UTC')::date) STORED
);
-- For the purge and the counts of the last 24 hours.
CREATE INDEX deliveries_created_at_idx ON deliveries (created_at);
-- For the super admin's list by golfer, group or status. The first two are also for deleting golfers and
-- groups.
CREATE INDEX deliveries_golfer_id_idx ON deliveries (golfer_id, id);
CREATE INDEX deliveries_group_id_idx ON deliveries (group_id, id);
CREATE INDEX deliveries_status_idx ON deliveries (status, id);
-- For counts per group and day, with index-only scans.
CREATE INDEX deliveries_day_idx ON deliveries (day, group_id, status, segments);
-- Deferred messages, by the time they are due.
CREATE INDEX deliveries_deferred_idx ON deliveries (due_at) WHERE status = 'deferred';
-- For the cap per number, the alert that a plain IN replies to, and the texts that a STOP cancels.
CREATE INDEX deliveries_recipient_idx ON deliveries (recipient, id) WHERE channel = 'text';

-- How many texts were sent on a day (UTC), for the caps: per group, and in total (group_id NULL).
CREATE TABLE text_days (
  day date NOT NULL,
  group_id int,
  texts int NOT NULL,
  UNIQUE NULLS NOT DISTINCT (day, group_id)
);

-- The outbox of local mode: messages that were stored instead of sent.
CREATE TABLE messages (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key text NOT NULL UNIQUE,
  channel text NOT NULL CHECK (channel IN ('email', 'text')),
  recipient text NOT NULL,
  golfer_id int REFERENCES golfers ON DELETE SET NULL,
  subject text,
  body text NOT NULL,
  html text,
  created_at timestamptz NOT NULL,
  CHECK (channel = 'text' OR subject IS NOT NULL)
);
-- For the latest texts on the simulated phones, and the latest emails in the inboxes.
CREATE INDEX messages_channel_idx ON messages (channel, id);
CREATE INDEX messages_golfer_id_idx ON messages (golfer_id, id);

-- The key pair that identifies this installation to push services, unless the environment sets one.
CREATE TABLE push_keys (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  public_key text NOT NULL,
  private_key text NOT NULL
);

-- Phones that get push notifications, one per session.
CREATE TABLE push_subscriptions (
  session_id text PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  golfer_id int NOT NULL REFERENCES golfers ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  our_key text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_subscriptions_golfer_id_idx ON push_subscriptions (golfer_id);

-- -------
-- Billing
-- -------

-- Checkouts for groups, and the subscriptions that they became.
CREATE TABLE subscriptions (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  group_id int REFERENCES groups ON DELETE SET NULL,
  signup_id int REFERENCES signups ON DELETE SET NULL,
  slug text NOT NULL,
  golfer_id int REFERENCES golfers,
  status text NOT NULL DEFAULT 'started' CHECK (status IN (
    'started', 'incomplete', 'active', 'past_due', 'canceled', 'abandoned'
  )),
  customer_id text,
  subscription_id text UNIQUE,
  checkout_id text UNIQUE,
  cancel_at_period_end boolean NOT NULL DEFAULT false,
  period_end timestamptz,
  reported_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX subscriptions_golfer_id_idx ON subscriptions (golfer_id);
CREATE INDEX subscriptions_group_id_idx ON subscriptions (group_id);
-- Keeps two tabs from starting two payments.
CREATE UNIQUE INDEX subscriptions_open_checkout_key ON subscriptions (group_id)
  WHERE status IN ('started', 'incomplete');
CREATE INDEX subscriptions_signup_id_idx ON subscriptions (signup_id);

-- The end of a group's time, to which payments are added: its end before the first payment, or the end that
-- a super admin has set since.
CREATE TABLE group_times (
  group_id int PRIMARY KEY REFERENCES groups ON DELETE CASCADE,
  free_until timestamptz,
  set_at timestamptz
);

-- Invoices that were paid or failed. A group's paid time is computed from these.
CREATE TABLE payments (
  invoice_id text PRIMARY KEY,
  subscription_id int NOT NULL REFERENCES subscriptions,
  -- Not a foreign key, because the id stays when the group is deleted.
  group_id int,
  payment_id text UNIQUE,
  amount int NOT NULL,
  currency text NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  paid_at timestamptz,
  failed_at timestamptz,
  action_required_at timestamptz,
  hosted_url text,
  not_credited text,
  is_renewal boolean NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX payments_group_id_idx ON payments (group_id);
CREATE INDEX payments_paid_at_idx ON payments (paid_at);
CREATE INDEX payments_subscription_id_idx ON payments (subscription_id);

-- Refunds and disputes, which may be reported before their invoice.
CREATE TABLE payment_refunds (
  payment_id text PRIMARY KEY,
  invoice_id text,
  refunded int NOT NULL DEFAULT 0,
  disputed int NOT NULL DEFAULT 0,
  dispute_outcome text CHECK (dispute_outcome IN ('open', 'won', 'lost'))
);
CREATE INDEX payment_refunds_invoice_id_idx ON payment_refunds (invoice_id);

-- The payment provider's events that were processed, so that none is processed twice.
CREATE TABLE payment_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  at timestamptz NOT NULL,
  processed_at timestamptz NOT NULL
);
CREATE INDEX payment_events_at_idx ON payment_events (at);

-- The payment sandbox's objects, shaped like those of Stripe's API. Empty in production.
CREATE TABLE sandbox_objects (
  id text PRIMARY KEY,
  object text NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX sandbox_objects_object_idx ON sandbox_objects (object, created_at);

-- ----
-- Live
-- ----

-- Changes to send to open apps. Each row is added in the transaction that makes the change, and deleted by a
-- node within a minute. A crash of PostgreSQL empties the table, but then all nodes lose their connections
-- and tell clients to refetch.
CREATE UNLOGGED TABLE live_events (
  -- Tells readers which rows their last snapshot did not contain. A sequence can't, because its numbers are
  -- not in commit order.
  txid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  type text NOT NULL,
  group_id int,
  tee_time_id int,
  -- The tee time's version; NULL when the change has none.
  version int,
  golfer_id int,
  session_id text,
  -- Not now(), which is the start of the transaction: this measures how late phones get the change.
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX live_events_txid_idx ON live_events (txid);

-- -------
-- Weather
-- -------

-- Groups with weather warnings turned on, and their thresholds.
CREATE TABLE weather_watches (
  group_id int PRIMARY KEY REFERENCES groups ON DELETE CASCADE,
  rain int CHECK (rain BETWEEN 10 AND 100),
  wind int CHECK (wind BETWEEN 10 AND 120),
  cold int CHECK (cold BETWEEN -30 AND 25)
);

-- Tee times whose forecast was checked the evening before.
CREATE TABLE weather_checks (
  tee_time_id int NOT NULL,
  group_id int NOT NULL,
  date date NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (tee_time_id, date, group_id),
  FOREIGN KEY (tee_time_id, group_id) REFERENCES tee_times (id, group_id) ON DELETE CASCADE
);
CREATE INDEX weather_checks_checked_at_idx ON weather_checks (checked_at);

-- Cached hourly forecasts of a day at a place.
CREATE TABLE weather_forecasts (
  coordinates text NOT NULL,
  date date NOT NULL,
  hours jsonb,
  found_at timestamptz,
  failed_at timestamptz,
  PRIMARY KEY (coordinates, date)
);

-- Cached results of place searches.
CREATE TABLE weather_places (
  name text PRIMARY KEY,
  places jsonb,
  found_at timestamptz,
  failed_at timestamptz
);

-- ---------------------------
-- Platform and administration
-- ---------------------------

-- The audit log: actions of admins, owners and super admins. Entries stay when their group is deleted.
CREATE TABLE audit_entries (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  actor_id int REFERENCES golfers,
  action text NOT NULL CHECK (action IN (
    'group-created', 'group-updated', 'group-activated', 'group-deactivated', 'group-deleted',
    'group-restored', 'expiry-changed', 'ownership-transferred', 'member-invited', 'invitation-resent',
    'invitation-withdrawn', 'invitation-accepted', 'invitation-declined', 'member-added',
    'member-joined', 'member-removed', 'member-left', 'admin-made', 'admin-unmade',
    'invite-link-created', 'invite-link-changed', 'invite-link-revoked', 'join-request-accepted',
    'join-request-declined',
    'tee-time-cancelled-for-creator', 'recurring-tee-time-ended-for-creator', 'password-reset',
    'message-retried', 'user-deleted', 'account-deleted', 'super-admin-signed-in',
    'super-admin-sign-in-failed', 'sign-in-code-failed', 'recovery-code-used', 'sign-in-code-set-up',
    'sign-in-code-removed', 'sign-in-code-reset'
  )),
  group_id int,
  group_name text,
  golfer_id int REFERENCES golfers,
  detail text
);
CREATE INDEX audit_entries_action_idx ON audit_entries (action);
CREATE INDEX audit_entries_actor_id_idx ON audit_entries (actor_id);
CREATE INDEX audit_entries_at_idx ON audit_entries (at, id);
CREATE INDEX audit_entries_detail_parts_idx ON audit_entries USING gin (lower(detail) gin_trgm_ops);
CREATE INDEX audit_entries_golfer_id_idx ON audit_entries (golfer_id);
CREATE INDEX audit_entries_group_name_parts_idx ON audit_entries USING gin (lower(group_name) gin_trgm_ops);

-- Idempotency keys of calls that create something, stored in the same transaction as what they created.
CREATE TABLE idempotency_keys (
  -- SHA-256 of the golfer, the route and the client's key.
  id bytea PRIMARY KEY,
  -- SHA-256 of the parsed request body.
  fingerprint bytea NOT NULL,
  -- The first response as JSON. Null only until the transaction that inserts the key commits.
  response text,
  created_at timestamptz NOT NULL
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);

-- Random keys, created with the database. The emails, networks and devices of sign-in attempts are stored
-- and logged only as hashes made with the key 'sign-in'.
CREATE TABLE installation_keys (
  name text PRIMARY KEY,
  value text NOT NULL
);
INSERT INTO installation_keys (name, value)
  VALUES ('sign-in', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- The version of the time-zone data that tee times were computed with.
CREATE TABLE time_zone_data (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  version text NOT NULL,
  adopted_at timestamptz NOT NULL,
  recomputed_at timestamptz
);

-- The functions and views in this database, with the checksums of their files. unused_since is the first
-- release without the file. Nodes of the previous release may still call the function.
CREATE TABLE sql_functions (
  name text PRIMARY KEY,
  checksum text NOT NULL,
  unused_since text
);

-- One row: the newest release that has migrated this database, and the oldest that can still run on it. A
-- migration that removes something that an older release uses must raise `oldest`.
CREATE TABLE schema_release (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  newest text NOT NULL,
  oldest text NOT NULL
);
INSERT INTO schema_release (newest, oldest) VALUES ('1.0.0', '1.0.0');
