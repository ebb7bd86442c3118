import { type SQL, sql } from 'drizzle-orm'
import type { Page } from '../../../contract/paging.ts'
import type { MyRound, MyRoundsSummary, Season } from '../../../contract/rounds.ts'
import { type GroupViewer, groupMembers, groups } from '../../groups/index.ts'
import { golfers, type SessionHolder } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { type PageRequest, sliceOf } from '../../platform/database/read-page.ts'
import { spots, teeTimes } from '../schema.ts'

const MAX_PARTNERS = 5

const tookPlace = (now: Date) => sql`t.cancelled_at is null and t.starts_at <= ${now}`

/** Null if no year was requested and no round was played. Then there are no rounds to return. */
type Year = number | null

/** Matches tee times `t` in a year, by the group's local date. */
const isInYear = (year: SQL | Year) =>
  sql`t.date between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`

const hadPlayer = sql`exists (
  select from ${spots} p where p.tee_time_id = t.id and p.status = 'player')`

const monthsOf = (year: Year) => sql`(
  select coalesce(json_agg(by_month order by month), '[]') from (
    select to_char(make_date(${year}::int, n, 1), 'YYYY-MM') as month, count(played.id)::int as rounds
    from generate_series(1, 12) n left join played on extract(month from played.date) = n
    where ${year}::int is not null group by n) by_month)`

export async function listYears(db: Queries, { groupId }: GroupViewer, now: Date) {
  // Looks for only one round in each year, instead of reading all rounds.
  const { rows } = await db.execute<{ year: number }>(sql`
    with span as (
      select extract(year from min(date))::int as first, extract(year from max(date))::int as last
      from ${teeTimes} where group_id = ${groupId} and cancelled_at is null
    )
    select year from span, generate_series(first, last) as year
    where exists (
      select from ${teeTimes} t
      where t.group_id = ${groupId} and ${isInYear(sql`year`)} and ${tookPlace(now)} and ${hadPlayer})
    order by year desc`)
  return rows.map(({ year }) => year)
}

export async function sumSeason(db: Queries, { groupId }: GroupViewer, year: Year, now: Date) {
  // One statement, so that all numbers are from the same moment.
  const { rows } = await db.execute<Omit<Season, 'year' | 'years'>>(sql`
    with played as materialized (${selectPlayedIn(groupId, year, now)}),
    part as (
      select p.golfer_id, 1 as rounds, 0 as posted, 0 as guests
        from played join ${spots} p on p.tee_time_id = played.id and p.status = 'player'
      union all select creator_id, 0, 1, 0 from played
      union all select g.host_id, 0, 0, 1
        from played join ${spots} g on g.tee_time_id = played.id and g.status = 'guest'
    ),
    golfer as (
      select golfer_id, sum(rounds)::int as rounds, sum(posted)::int as posted,
        sum(guests)::int as guests
      from part group by golfer_id
    ),
    by_course as (
      select (array_agg(course order by starts_at desc))[1] as course, count(*)::int as rounds
      from played group by same_course
    )
    select
      (select count(*)::int from played) as rounds,
      ${monthsOf(year)} as months,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name,
          'isMember', m.id is not null, 'rounds', golfer.rounds, 'posted', golfer.posted,
          'guests', golfer.guests)
          order by golfer.rounds desc, golfer.posted desc, lower(g.name), g.id), '[]')
        from golfer join ${golfers} g on g.id = golfer.golfer_id
        left join ${groupMembers} m on m.group_id = ${groupId} and m.golfer_id = g.id) as golfers,
      (select coalesce(json_agg(by_course order by rounds desc, lower(course)), '[]')
        from by_course) as courses`)
  return rows[0] ?? { rounds: 0, golfers: [], courses: [], months: [] }
}

/** Lists each player and guest of a year: date, time, course, name, host ('' for players), poster. */
export async function listSeasonRows(db: Queries, viewer: GroupViewer, year: Year, now: Date) {
  const { rows } = await db.execute<{ cells: string[] }>(sql`
    with played as materialized (${selectPlayedIn(viewer.groupId, year, now)})
    select array[played.date::text, played.time, played.course, spot.player, spot.guest_of,
      creator.name] as cells
    from played
    join ${golfers} creator on creator.id = played.creator_id
    cross join lateral (
      select g.name as player, '' as guest_of, 0 as turn, p.claim_id as place
        from ${spots} p join ${golfers} g on g.id = p.golfer_id
        where p.tee_time_id = played.id and p.status = 'player'
      union all
      select guest.name, host.name, 1, guest.claim_id
        from ${spots} guest join ${golfers} host on host.id = guest.host_id
        where guest.tee_time_id = played.id and guest.status = 'guest'
    ) spot
    order by played.starts_at, played.id, spot.turn, spot.place`)
  return rows.map(({ cells }) => cells)
}

function selectPlayedIn(groupId: number, year: Year, now: Date): SQL {
  return sql`
    select t.id, t.creator_id, t.course, t.date, t.time, t.starts_at, course_key(t.course) as same_course
    from ${teeTimes} t
    where t.group_id = ${groupId} and ${isInYear(year)} and ${tookPlace(now)} and ${hadPlayer}`
}

export async function listMyYears(db: Queries, { golferId }: SessionHolder, now: Date) {
  const { rows } = await db.execute<{ year: number }>(sql`
    select distinct extract(year from t.date)::int as year ${fromPlayedRoundsOf(golferId, now)} order by year desc`)
  return rows.map(({ year }) => year)
}

export async function sumRoundsOf(db: Queries, { golferId }: SessionHolder, year: Year, now: Date) {
  const { rows } = await db.execute<Omit<MyRoundsSummary, 'year' | 'years'>>(sql`
    with played as materialized (
      select t.id, t.date, course_key(t.course) as same_course
      ${fromPlayedRoundsOf(golferId, now)} and ${isInYear(year)}
    ),
    partner as (
      select g.id, g.name, count(*)::int as rounds
      from played
      join ${spots} p on p.tee_time_id = played.id and p.status = 'player'
        and p.golfer_id <> ${golferId}
      join ${golfers} g on g.id = p.golfer_id and g.deleted_at is null
      group by g.id order by rounds desc, lower(g.name), g.id limit ${MAX_PARTNERS}
    )
    select
      (select count(*)::int from played) as rounds,
      (select count(distinct same_course)::int from played) as courses,
      ${monthsOf(year)} as months,
      (select coalesce(json_agg(partner order by rounds desc, lower(name), id), '[]')
        from partner) as partners`)
  return rows[0] ?? { rounds: 0, courses: 0, partners: [], months: [] }
}

export async function listRoundsOf(
  db: Queries,
  { golferId }: SessionHolder,
  year: Year,
  now: Date,
  { page, sort = '-date' }: { page?: PageRequest; sort?: 'date' | '-date' | undefined },
): Promise<Page<MyRound>> {
  const direction = sort === 'date' ? sql`asc` : sql`desc`
  const order = (of: SQL) => sql`${of}.starts_at ${direction}, ${of}.id ${direction}`
  const slice = page && sliceOf(page)
  // Picks the rounds of the page first, so that players are looked up only for those rounds.
  const { rows } = await db.execute<{ total: number; rounds: MyRound[] }>(sql`
    with played as materialized (
      select t.id, t.group_id, t.course, t.date, t.time, t.notes, t.starts_at
      ${fromPlayedRoundsOf(golferId, now)} and ${isInYear(year)}
    ),
    shown as (
      select * from played order by ${order(sql`played`)}
      ${slice === undefined ? sql`` : sql`limit ${slice.limit} offset ${slice.offset}`}
    )
    select (select count(*)::int from played) as total,
      (select coalesce(json_agg(json_build_object('id', shown.id, 'groupName', own.name,
          'slug', case when m.id is not null and own.is_active then own.slug end,
          'course', shown.course, 'date', shown.date, 'time', shown.time,
          'players', (select coalesce(json_agg(g.name order by p.claim_id), '[]')
            from ${spots} p join ${golfers} g on g.id = p.golfer_id
            where p.tee_time_id = shown.id and p.status = 'player' and p.golfer_id <> ${golferId}),
          'guests', (select coalesce(json_agg(guest.name order by guest.claim_id), '[]')
            from ${spots} guest where guest.tee_time_id = shown.id and guest.status = 'guest'),
          'maxPlayers', (select count(*)::int from ${spots} s where s.tee_time_id = shown.id),
          'notes', shown.notes)
          order by ${order(sql`shown`)}), '[]')
        from shown join ${groups} own on own.id = shown.group_id
        left join ${groupMembers} m on m.group_id = own.id and m.golfer_id = ${golferId}) as rounds`)
  return { rows: rows[0]?.rounds ?? [], total: rows[0]?.total ?? 0 }
}

/** The FROM and WHERE clauses for a golfer's played rounds, including those in groups the golfer has left. */
function fromPlayedRoundsOf(golferId: number, now: Date): SQL {
  return sql`from ${spots} mine join ${teeTimes} t on t.id = mine.tee_time_id
    join ${groups} existing on existing.id = t.group_id
    where mine.golfer_id = ${golferId} and mine.status = 'player' and ${tookPlace(now)}`
}
