import type { Pool } from 'pg'

/**
 * The floor: the least work that a claim or a list needs in PostgreSQL. Its tables are in a separate schema
 * of the app's database, and need not match the app's tables.
 */
const SCHEMA_SQL = `
  drop schema if exists bench_floor cascade;
  create schema bench_floor;
  set local search_path = bench_floor;

  create table golfers (
    id int primary key,
    name text not null
  );

  create table tee_times (
    id int generated always as identity primary key,
    group_id int not null,
    creator_id int not null references golfers,
    course text not null,
    starts_at timestamptz not null,
    max_players int not null,
    version int not null default 1
  );
  create index on tee_times (group_id, starts_at, id);

  create table participants (
    id int generated always as identity primary key,
    tee_time_id int not null references tee_times,
    golfer_id int not null,
    unique (tee_time_id, golfer_id)
  );

  create function claim(the_tee_time int, the_golfer int) returns text language plpgsql as $$
  declare
    spots int;
    taken int;
  begin
    select max_players into spots from bench_floor.tee_times where id = the_tee_time for update;
    select count(*) into taken from bench_floor.participants where tee_time_id = the_tee_time;
    if taken >= spots then
      return 'full';
    end if;
    insert into bench_floor.participants (tee_time_id, golfer_id) values (the_tee_time, the_golfer);
    update bench_floor.tee_times set version = version + 1 where id = the_tee_time;
    return 'claimed';
  end $$`

const INSERT_GOLFERS_SQL = `
  insert into bench_floor.golfers select n, 'Golfer ' || n from generate_series(1, $1::int) n`

const INSERT_TEE_TIMES_SQL = `
  insert into bench_floor.tee_times (group_id, creator_id, course, starts_at, max_players)
  select $1, 1, 'Shaganappi Point', now() + interval '3 days', $3
  from generate_series(1, $2::int) returning id`

const LIST_SQL = `
  select t.id, t.course, t.starts_at, t.max_players, t.version, c.name as creator,
    array(
      select p.golfer_id from bench_floor.participants p where p.tee_time_id = t.id order by p.id
    ) as golfers
  from bench_floor.tee_times t join bench_floor.golfers c on c.id = t.creator_id
  where t.group_id = $1 and t.starts_at > now()
  order by t.starts_at, t.id`

/** Recreates the scratch schema with this number of golfers. */
export async function createFloor(pool: Pool, golfers: number): Promise<void> {
  // Statements in one query run as one transaction, which `set local` needs.
  await pool.query(SCHEMA_SQL)
  await pool.query(INSERT_GOLFERS_SQL, [golfers])
}

export async function addTeeTimes(
  pool: Pool,
  { groupId, amount, maxPlayers }: { groupId: number; amount: number; maxPlayers: number },
): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(INSERT_TEE_TIMES_SQL, [
    groupId,
    amount,
    maxPlayers,
  ])
  return rows.map(({ id }) => id)
}

/**
 * Claims a spot.
 * @throws Error if the claim doesn't take a spot
 */
export async function claimSpot(pool: Pool, teeTimeId: number, golferId: number): Promise<void> {
  const { rows } = await pool.query<{ outcome: string }>({
    name: 'floor-claim',
    text: 'select bench_floor.claim($1, $2) as outcome',
    values: [teeTimeId, golferId],
  })
  if (rows[0]?.outcome !== 'claimed') throw new Error(`Not claimed: ${rows[0]?.outcome}`)
}

/**
 * Loads a group's list.
 * @throws Error if the list doesn't have `length` tee times
 */
export async function loadList(pool: Pool, groupId: number, length: number): Promise<void> {
  const { rows } = await pool.query({ name: 'floor-list', text: LIST_SQL, values: [groupId] })
  if (rows.length !== length) throw new Error(`The list has ${rows.length} rows`)
}
