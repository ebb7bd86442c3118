import { Pool } from 'pg'
import { timeZoneDataVersion } from '../../../server/platform/clock.ts'

/** Members per group. Each golfer is in one group. */
const MEMBERS_PER_GROUP = 10
/**
 * Tee times per group. In every second group, the last UPCOMING ones are upcoming. All others have been
 * played.
 */
const TEE_TIMES_PER_GROUP = 20
const UPCOMING = 4
const PLAYERS_PER_TEE_TIME = 4
/** Groups per transaction. CONNECTIONS transactions run at the same time. */
const GROUPS_PER_BATCH = 1_000
const CONNECTIONS = 4

/** Returns a member's golfer id. Member 0 owns the group. Member numbers above 9 wrap around. */
export function golferIdOf(groupId: number, member: number): number {
  return (groupId - 1) * MEMBERS_PER_GROUP + 1 + (member % MEMBERS_PER_GROUP)
}

export function phoneNumberOf(golferId: number): string {
  return `+1${4_035_550_000 + golferId}`
}

const FIRST_NAMES_SQL = `array['Anna','Ben','Cleo','Dan','Eve','Finn','Gwen','Hal','Ines','Jack','Kay','Liam',
  'Mia','Ned','Olive','Pat','Quinn','Rosa','Sam','Tess','Uma','Vic','Will','Xena','Yara','Zoe']`

// In the statements that fill a batch, $1 and $2 are the ids of the batch's first and last group.

const INSERT_GOLFERS_SQL = `
  insert into golfers (id, name, email, phone, phone_number, phone_confirmed_at, text_consent_at,
    email_proven_at, created_at)
  overriding system value
  select n, (${FIRST_NAMES_SQL})[1 + n % 26] || ' ' || n, 'golfer-' || n || '@club.example',
    '+1' || 4035550000 + n, '+1' || 4035550000 + n, at, at, at, at
  from generate_series(($1::int - 1) * ${MEMBERS_PER_GROUP} + 1, $2::int * ${MEMBERS_PER_GROUP}) n,
    cast(now() - interval '200 days' as timestamptz) at`

const INSERT_GROUPS_SQL = `
  insert into groups (id, name, slug, owner_id, created_at)
  overriding system value
  select g, 'Group ' || g, 'group-' || g, (g - 1) * ${MEMBERS_PER_GROUP} + 1, now() - interval '200 days'
  from generate_series($1::int, $2::int) g`

const INSERT_MEMBERSHIPS_SQL = `
  insert into group_members (group_id, golfer_id, joined_at)
  select (n - 1) / ${MEMBERS_PER_GROUP} + 1, n, now() - interval '200 days'
  from generate_series(($1::int - 1) * ${MEMBERS_PER_GROUP} + 1, $2::int * ${MEMBERS_PER_GROUP}) n`

/** Played tee times are a week apart. In each group, tee time n has the number n, and member n posted it. */
const INSERT_TEE_TIMES_SQL = `
  insert into tee_times (id, group_id, number, creator_id, course, date, time, starts_at, cancel_hours,
    cut_off_set_at, created_at, changed_at, archived_at, announced_at, saved_alerts_notified_at)
  overriding system value
  select (g - 1) * ${TEE_TIMES_PER_GROUP} + n, g, n, (g - 1) * ${MEMBERS_PER_GROUP} + 1 + n % ${MEMBERS_PER_GROUP},
    'Shaganappi Point', (starts_at at time zone 'America/Edmonton')::date,
    to_char(starts_at at time zone 'America/Edmonton', 'HH24:MI'), starts_at,
    case when has_cut_off then 24 end, case when has_cut_off then posted_at end,
    posted_at, posted_at, case when starts_at < now() then starts_at + interval '5 hours' end,
    posted_at, posted_at
  from generate_series($1::int, $2::int) g,
    generate_series(1, ${TEE_TIMES_PER_GROUP}) n,
    lateral (select case when g % 2 = 0 and n > ${TEE_TIMES_PER_GROUP - UPCOMING}
      -- In 5, 10, 15 and 20 days. The dashboard shows the first one, and no reminder is due during the run.
      then date_trunc('minute', now()) + (n - ${TEE_TIMES_PER_GROUP - UPCOMING}) * interval '5 days'
      else date_trunc('minute', now()) - (${TEE_TIMES_PER_GROUP + 1} - n) * interval '7 days' end as starts_at) s,
    lateral (select starts_at - interval '20 days' as posted_at,
      starts_at > now() + interval '8 days' as has_cut_off) p
  order by g, n`

/** The poster always plays. Played rounds have three players. Upcoming tee times have three open spots. */
const INSERT_SPOTS_SQL = `
  insert into spots (tee_time_id, group_id, position, status, golfer_id, claim_id, claimed_at)
  select t.id, t.group_id, position, case when is_taken then 'player' else 'open' end,
    case when is_taken
      then (t.group_id - 1) * ${MEMBERS_PER_GROUP} + 1 + (t.number + position - 1) % ${MEMBERS_PER_GROUP} end,
    case when is_taken then nextval('spot_claims') end,
    case when is_taken then t.created_at end
  from tee_times t, generate_series(1, ${PLAYERS_PER_TEE_TIME}) position,
    lateral (select position = 1 or t.archived_at is not null and position < ${PLAYERS_PER_TEE_TIME} as is_taken) s
  where t.group_id between $1 and $2
  order by t.id, position`

/** Records that this time zone data has been in use since the groups were created, as in a real database. */
const INSERT_TIME_ZONE_DATA_SQL = `
  insert into time_zone_data (version, adopted_at, recomputed_at)
  values ($1, now() - interval '200 days', now() - interval '200 days')`

const FILLED_TABLES = ['golfers', 'groups', 'group_members', 'tee_times', 'spots']
const TABLES_WITH_IDS = ['golfers', 'groups', 'tee_times']

/**
 * Fills an empty, migrated database with groups of ten golfers and twenty tee times each. Then vacuums and
 * analyzes the tables, as autovacuum would.
 */
export async function fillDatabase(url: string, groups: number): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    max: CONNECTIONS,
    // With this setting, PostgreSQL merges new entries into the search indexes less often, which is faster.
    options: '-c gin_pending_list_limit=64MB',
  })
  try {
    // The triggers would add live events, to which nobody is listening yet. Constraints stay on.
    await setTriggers(pool, 'disable')
    let nextGroup = 1
    const fillBatches = async () => {
      while (nextGroup <= groups) {
        const batch: [number, number] = [
          nextGroup,
          Math.min(groups, nextGroup + GROUPS_PER_BATCH - 1),
        ]
        nextGroup += GROUPS_PER_BATCH
        await fillBatch(pool, batch)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, fillBatches))
    await setTriggers(pool, 'enable')
    for (const table of TABLES_WITH_IDS) {
      await pool.query(
        `select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`,
      )
    }
    await pool.query(INSERT_TIME_ZONE_DATA_SQL, [timeZoneDataVersion()])
    for (const table of FILLED_TABLES) await pool.query(`vacuum (analyze) ${table}`)
    await pool.query('checkpoint')
  } finally {
    await pool.end()
  }
}

async function fillBatch(pool: Pool, batch: [first: number, last: number]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const statement of [
      INSERT_GOLFERS_SQL,
      INSERT_GROUPS_SQL,
      INSERT_MEMBERSHIPS_SQL,
      INSERT_TEE_TIMES_SQL,
      INSERT_SPOTS_SQL,
    ]) {
      await client.query(statement, batch)
    }
    await client.query('commit')
  } finally {
    // Close the connection instead of reusing it, because its transaction may have failed.
    client.release(true)
  }
}

async function setTriggers(pool: Pool, action: 'enable' | 'disable'): Promise<void> {
  for (const table of FILLED_TABLES) await pool.query(`alter table ${table} ${action} trigger user`)
}
