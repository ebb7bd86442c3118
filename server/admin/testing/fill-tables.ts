import { Client } from 'pg'

export interface TableAmounts {
  golfers: number
  groups: number
  memberships: number
  auditEntries: number
  deliveries: number
  payments: number
}

const TABLES = [
  'golfers',
  'groups',
  'group_members',
  'audit_entries',
  'deliveries',
  'subscriptions',
  'payments',
  'payment_refunds',
]

const FIRST_NAMES = `array['Anna','Ben','Cleo','Dan','Eve','Finn','Gwen','Hal','Ines','Jack','Kay','Liam',
  'Mia','Ned','Olive','Pat','Quinn','Rosa','Sam','Tess','Uma','Vic','Will','Xena','Yara','Zoe']`
const LAST_NAMES = `array['Berg','Adams','Vance','Frost','Moon','Reid','Stone','Park','Hill','Lake','Wood',
  'Ford','Marsh','Dale','Glen','Heath','Brook','Field','Rivers','Banks','West','North','Winter','Summers']`
const GROUP_NAMES = `array['Saturday','Sunday','Twilight','Early Bird','Fairway','Bunker','Links','Eagle',
  'Birdie','Albatross','Mulligan','Back Nine','Dogleg','Sandy','Dew Sweeper','Nineteenth Hole']`

/** Returns SQL that picks an element of `array`. The same `seed` and `salt` always pick the same element. */
const pick = (array: string, seed: string, salt: number) =>
  `(${array})[1 + abs(hashint4(${seed} * 31 + ${salt})) % array_length(${array}, 1)]`

/**
 * Vacuums each table until 90% of its pages are marked as all-visible. Open transactions can delay this.
 */
async function vacuumTables(client: Client): Promise<void> {
  for (const table of TABLES) {
    for (let visiblePart = 0; visiblePart < 0.9; ) {
      await client.query(`vacuum (freeze, analyze) ${table}`)
      const { rows } = await client.query<{ part: number }>(
        `select relallvisible::float / greatest(relpages, 1) as part
         from pg_class where oid = $1::regclass`,
        [table],
      )
      visiblePart = rows[0]?.part ?? 1
    }
  }
}

/**
 * Inserts plausible rows, then vacuums and analyzes the tables. Turns triggers off, because nothing reads the
 * live events that they add.
 */
export async function fillTables(databaseUrl: string, amounts: TableAmounts): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(
      `insert into golfers (name, email, phone, password, created_at)
       select ${pick(FIRST_NAMES, 'n', 1)} || ' ' || ${pick(LAST_NAMES, 'n', 2)} || ' ' || n,
         lower(${pick(FIRST_NAMES, 'n', 1)}) || '.' || n || '@'
           || lower(${pick(LAST_NAMES, 'n', 3)}) || '.example',
         '403-555-' || lpad((n % 10000)::text, 4, '0'),
         '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text) || md5((-n)::text),
         timestamptz '2024-01-01' + abs(hashint4(n)) % 63072000 * interval '1 second'
       from generate_series(1, $1::int) n`,
      [amounts.golfers],
    )
    await client.query(
      `insert into groups (name, slug, owner_id, is_active, expiry_date, subscription_status, created_at)
       select ${pick(GROUP_NAMES, 'g', 4)} || ' ' || ${pick(LAST_NAMES, 'g', 5)} || ' ' || g, 'group-' || g,
         (select min(id) from golfers) + (g * 7) % $2::int,
         g % 20 <> 0,
         case when g % 3 <> 0 then timestamptz '2026-01-01' + g % 700 * interval '1 day' end,
         case when g % 5 = 0 then 'active' end,
         timestamptz '2024-01-01' + abs(hashint4(g)) % 63072000 * interval '1 second'
       from generate_series(1, $1::int) g`,
      [amounts.groups, amounts.golfers],
    )
    await client.query(
      `insert into group_members (group_id, golfer_id, is_admin)
       select id, owner_id, true from groups on conflict do nothing`,
    )
    await client.query(
      `insert into group_members (group_id, golfer_id)
       select (select min(id) from groups) + abs(hashint4(n)) % $2::int,
         (select min(id) from golfers) + abs(hashint4(n + 1000000)) % $3::int
       from generate_series(1, greatest($1::int - $2::int, 0)) n on conflict do nothing`,
      [amounts.memberships, amounts.groups, amounts.golfers],
    )
    await client.query(
      `insert into audit_entries (at, actor_id, action, group_id, group_name, golfer_id, detail)
       select timestamptz '2025-01-01' + n * interval '3 minutes',
         (select min(id) from golfers) + abs(hashint4(n)) % 500,
         (array['member-added','member-removed','group-updated','expiry-changed','password-reset'])[1 + n % 5],
         groups.id, groups.name,
         case when n % 5 in (0, 1, 4) then (select min(id) from golfers) + abs(hashint4(n + 7)) % $3::int end,
         case when n % 5 = 3 then 'from no expiry to Nov ' || 1 + n % 30 || ', 2027' end
       from generate_series(1, $1::int) n
       join groups on groups.id = (select min(id) from groups) + abs(hashint4(n + 3)) % $2::int`,
      [amounts.auditEntries, amounts.groups, amounts.golfers],
    )
    await client.query(
      `insert into deliveries
         (event, golfer_id, group_id, key, channel, status, recipient, created_at, sent_at, segments)
       select (array['posted','spots','changed','reminder-soon'])[1 + n % 4],
         (select min(id) from golfers) + abs(hashint4(n)) % $2::int,
         case when n % 50 <> 0 then
           (select min(id) from groups) + abs(hashint4(n / 10 + 9)) % $3::int end,
         'filled:' || n,
         case when n % 4 = 0 then 'email' else 'text' end,
         case when n % 97 = 0 then 'failed' when n % 31 = 0 then 'dropped'
           when n > $1::int - 300 then 'deferred' when n % 4 = 0 then 'sent' else 'delivered' end,
         '+1403555' || lpad((n % 10000)::text, 4, '0'),
         timestamptz '2026-06-01' - ($1::int - n) * interval '20 seconds',
         timestamptz '2026-06-01' - ($1::int - n) * interval '20 seconds',
         case when n % 4 <> 0 then 1 + n % 2 end
       from generate_series(1, $1::int) n`,
      [amounts.deliveries, amounts.golfers, amounts.groups],
    )
    await client.query(
      `insert into subscriptions (group_id, slug, golfer_id, status, created_at)
       select id, slug, owner_id, 'active', created_at from groups`,
    )
    await client.query(
      `insert into payments (invoice_id, subscription_id, group_id, payment_id, amount, currency,
         period_start, period_end, paid_at, is_renewal, created_at)
       select 'in_' || n, subscriptions.id, subscriptions.group_id, 'pi_' || n, 3995, 'usd',
         paid_at, paid_at + interval '6 months', paid_at, true, paid_at
       from generate_series(1, $1::int) n
       cross join lateral (
         select timestamptz '2026-06-01' - ($1::int - n) * (interval '10 years' / $1::int) as paid_at) at
       join subscriptions on subscriptions.id =
         (select min(id) from subscriptions) + abs(hashint4(n)) % $2::int`,
      [amounts.payments, amounts.groups],
    )
    await client.query(
      `insert into payment_refunds (payment_id, refunded)
       select 'pi_' || n, 3995 from generate_series(1, $1::int, 50) n`,
      [amounts.payments],
    )
    await client.query('commit')
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
