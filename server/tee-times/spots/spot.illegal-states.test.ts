import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let it: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let teeTimeId: number
let golferId: number

beforeAll(async () => {
  it = await startTestApp()
  make = factories(it.ctx)
  group = await make.group()
  golferId = (await make.member(group)).id
})
afterAll(() => it.close())

/** The owner plays; the other three spots are open. */
beforeEach(async () => {
  teeTimeId = (await make.teeTime(group, { maxPlayers: 4, players: [group.owner] })).id
})

const PLAYER = 1
const OPEN = 2

/** The columns that every spot has unless it is open. */
const CLAIMED = { claim_id: "nextval('spot_claims')", claimed_at: 'now()' }
const ME = 'the golfer'
const OWNER = 'the owner'

/** Columns by name, with their values as SQL. */
type Columns = Readonly<Record<string, string>>

const sqlOf = (value: string) =>
  ({ [ME]: String(golferId), [OWNER]: String(group.owner.id) })[value] ?? value

/** Runs a statement. @returns the name of the constraint it violates; undefined when it succeeds */
async function refusalOf(statement: string): Promise<string | undefined> {
  return it.ctx.db.$client.query(statement).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )
}

const change = (position: number, columns: Columns) =>
  refusalOf(`update spots set
    ${Object.entries(columns).map(([column, value]) => `${column} = ${sqlOf(value)}`)}
    where tee_time_id = ${teeTimeId} and position = ${position}`)

const add = (position: number, columns: Columns) =>
  refusalOf(`insert into spots (tee_time_id, position, ${Object.keys(columns)})
    values (${teeTimeId}, ${position}, ${Object.values(columns).map(sqlOf)})`)

const player = (golfer: string) => ({ status: "'player'", golfer_id: golfer, ...CLAIMED })

test('rejects a fifth player on four spots, at a position that is taken', async () => {
  expect(await add(4, player(ME))).toBe('spots_pkey')
})

test.each([0, 9])('rejects position %i', async (position) => {
  expect(await add(position, player(ME))).toBe('spots_position_range_check')
})

test.each(['player', 'reservation', 'offer'])(
  'rejects a golfer twice: as player and %s',
  async (status) => {
    const until = status === 'player' ? 'NULL' : 'now()'
    const columns = { ...player(OWNER), status: `'${status}'`, until }
    expect(await change(OPEN, columns)).toBe('spots_golfer_id_tee_time_id_key')
  },
)

/** Illegal changes to an open spot. */
const ILLEGAL: [what: string, constraint: string, columns: Columns][] = [
  ['an unknown status', 'spots_status_known_check', { ...player(ME), status: "'caddie'" }],
  ['open, with a golfer', 'spots_open_is_empty_check', { golfer_id: ME }],
  ['open, with a name', 'spots_open_is_empty_check', { name: "'Dave'" }],
  ['open, with an end', 'spots_open_is_empty_check', { until: 'now()' }],
  ['open, with a host', 'spots_open_is_empty_check', { host_id: OWNER }],
  ['open, with a claim', 'spots_open_is_empty_check', { claim_id: '1' }],
  ['taken, without a claim', 'spots_taken_is_claimed_check', { status: "'player'", golfer_id: ME }],
  [
    'a player without a golfer',
    'spots_player_has_golfer_check',
    { status: "'player'", ...CLAIMED },
  ],
  ['a player with an end', 'spots_player_has_golfer_check', { ...player(ME), until: 'now()' }],
  ['a player with a name', 'spots_player_has_golfer_check', { ...player(ME), name: "'Dave'" }],
  [
    'a guest without a host',
    'spots_guest_has_host_check',
    { status: "'guest'", name: "'Dave'", ...CLAIMED },
  ],
  [
    'a guest without a name',
    'spots_guest_has_host_check',
    { status: "'guest'", host_id: OWNER, ...CLAIMED },
  ],
  [
    'a reservation for a golfer and a name',
    'spots_reservation_is_for_one_check',
    { status: "'reservation'", golfer_id: ME, name: "'Dave'", until: 'now()', ...CLAIMED },
  ],
  [
    'a reservation for nobody',
    'spots_reservation_is_for_one_check',
    { status: "'reservation'", until: 'now()', ...CLAIMED },
  ],
  [
    'a reservation without an end',
    'spots_reservation_is_for_one_check',
    { status: "'reservation'", golfer_id: ME, ...CLAIMED },
  ],
  [
    'an offer without a golfer',
    'spots_offer_has_golfer_check',
    { status: "'offer'", until: 'now()', ...CLAIMED },
  ],
  [
    'an offer to a name',
    'spots_offer_has_golfer_check',
    { status: "'offer'", golfer_id: ME, name: "'Dave'", until: 'now()', ...CLAIMED },
  ],
  ['owed without a time', 'spots_owed_since_check', { owed_by: ME }],
  ['owed by nobody', 'spots_owed_since_check', { owed_since: 'now()' }],
  [
    'a name that is too short',
    'spots_name_length_check',
    { status: "'guest'", host_id: OWNER, name: "'D'", ...CLAIMED },
  ],
]

test.each(ILLEGAL)('rejects %s', async (_what, constraint, columns) => {
  expect(await change(OPEN, columns)).toBe(constraint)
})

test("rejects a player's spot that is owed", async () => {
  const owed = { owed_by: ME, owed_since: 'now()' }
  expect(await change(PLAYER, owed)).toBe('spots_owed_while_unfilled_check')
  expect(await change(OPEN, owed)).toBeUndefined()
})

test("rejects a guest's spot that is owed", async () => {
  const guest = { status: "'guest'", host_id: OWNER, name: "'Dave'", ...CLAIMED }
  const owed = { owed_by: ME, owed_since: 'now()' }
  expect(await change(OPEN, { ...guest, ...owed })).toBe('spots_owed_while_unfilled_check')
  expect(await change(OPEN, guest)).toBeUndefined()
})

test('accepts the minimum for each status', async () => {
  const until = 'now()'
  expect([
    await change(2, { ...player(ME) }),
    await change(3, { status: "'reservation'", name: "'Dave'", until, ...CLAIMED }),
    await change(4, { status: "'guest'", host_id: OWNER, name: "'Al'", ...CLAIMED }),
  ]).toEqual([undefined, undefined, undefined])
})
