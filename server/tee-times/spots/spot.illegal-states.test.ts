import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factories, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let group: TestGroup
let teeTimeId: number
let golferId: number

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  group = await make.group()
  golferId = (await make.member(group)).id
})
afterAll(() => app.close())

// In the tee time, the owner plays, and the other three spots are open.
beforeEach(async () => {
  teeTimeId = (await make.teeTime(group, { maxPlayers: 4, players: [group.owner] })).id
})

const OPEN_POSITION = 2

/** The columns that every spot sets unless it is open. */
const CLAIM_COLUMNS = { claim_id: "nextval('spot_claims')", claimed_at: 'now()' }
const ME = 'the golfer'
const OWNER = 'the owner'

/** Columns by name, with their values as SQL. */
type Columns = Readonly<Record<string, string>>

const sqlOf = (value: string) =>
  ({ [ME]: String(golferId), [OWNER]: String(group.owner.id) })[value] ?? value

/** Runs a statement. @returns the name of the constraint it violates; undefined when it succeeds */
async function tryStatement(statement: string): Promise<string | undefined> {
  return app.ctx.db.$client.query(statement).then(
    () => undefined,
    (error: { constraint?: string }) => error.constraint ?? String(error),
  )
}

const tryChange = (position: number, columns: Columns) =>
  tryStatement(`update spots set
    ${Object.entries(columns).map(([column, value]) => `${column} = ${sqlOf(value)}`)}
    where tee_time_id = ${teeTimeId} and position = ${position}`)

const tryAdd = (position: number, columns: Columns) =>
  tryStatement(`insert into spots (tee_time_id, group_id, position, ${Object.keys(columns)})
    values (${teeTimeId}, ${group.id}, ${position}, ${Object.values(columns).map(sqlOf)})`)

const OPEN_SPOT = { status: "'open'" }
const player = (golfer: string) => ({ status: "'player'", golfer_id: golfer, ...CLAIM_COLUMNS })
const guest = { status: "'guest'", host_id: OWNER, name: "'Dave'", ...CLAIM_COLUMNS }
const reservation = { status: "'reservation'", name: "'Dave'", until: 'now()', ...CLAIM_COLUMNS }
const offer = { status: "'offer'", golfer_id: ME, until: 'now()', ...CLAIM_COLUMNS }
const owed = { owed_by: ME, owed_since: 'now()' }

test('rejects a fifth player in a tee time with four spots', async () => {
  expect(await tryAdd(4, player(ME))).toBe('spots_pkey')
})

test.each([0, 9])('rejects position %i', async (position) => {
  expect(await tryAdd(position, player(ME))).toBe('spots_legal_check')
  expect(await tryAdd(5, player(ME))).toBeUndefined()
})

test.each(['player', 'reservation', 'offer'])(
  'rejects a second spot for a player: %s',
  async (status) => {
    const until = status === 'player' ? 'NULL' : 'now()'
    const columns = { ...player(OWNER), status: `'${status}'`, until }
    expect(await tryChange(OPEN_POSITION, columns)).toBe('spots_golfer_id_tee_time_id_group_id_key')
  },
)

test('rejects a spot of another group', async () => {
  const other = await make.group()
  const columns = { group_id: String(other.id) }
  expect(await tryChange(OPEN_POSITION, columns)).toBe('spots_tee_time_id_group_id_fkey')
})

/** Each case: a description, a legal spot, and a change that makes it illegal. */
const ILLEGAL_CHANGES: [what: string, legal: Columns, change: Columns][] = [
  ['an unknown status', player(ME), { status: "'caddie'" }],
  ['open, with a golfer', OPEN_SPOT, { golfer_id: ME }],
  ['open, with a name', OPEN_SPOT, { name: "'Dave'" }],
  ['open, with an end', OPEN_SPOT, { until: 'now()' }],
  ['open, with a host', OPEN_SPOT, { host_id: OWNER }],
  ['open, with a claim number', OPEN_SPOT, { claim_id: '1' }],
  ['open, with the time of a claim', OPEN_SPOT, { claimed_at: 'now()' }],
  ['a player without a golfer', player(ME), { golfer_id: 'NULL' }],
  ['a player without a claim number', player(ME), { claim_id: 'NULL' }],
  ['a player without the time of the claim', player(ME), { claimed_at: 'NULL' }],
  ['a player with an end', player(ME), { until: 'now()' }],
  ['a player with a name', player(ME), { name: "'Dave'" }],
  ['a player with a host', player(ME), { host_id: OWNER }],
  ['a player whose spot is owed', player(ME), owed],
  ['a guest without a host', guest, { host_id: 'NULL' }],
  ['a guest without a name', guest, { name: 'NULL' }],
  ['a guest without a claim number', guest, { claim_id: 'NULL' }],
  ['a guest without the time of the claim', guest, { claimed_at: 'NULL' }],
  ['a guest with an account', guest, { golfer_id: ME }],
  ['a guest with an end', guest, { until: 'now()' }],
  ['a guest whose spot is owed', guest, owed],
  ['a reservation for a golfer and a name', reservation, { golfer_id: ME }],
  ['a reservation for nobody', reservation, { name: 'NULL' }],
  ['a reservation without an end', reservation, { until: 'NULL' }],
  ['a reservation without a claim number', reservation, { claim_id: 'NULL' }],
  ['a reservation without the time of the claim', reservation, { claimed_at: 'NULL' }],
  ['a reservation with a host', reservation, { host_id: OWNER }],
  ['an offer without a golfer', offer, { golfer_id: 'NULL' }],
  ['an offer to a name', offer, { name: "'Dave'" }],
  ['an offer with a host', offer, { host_id: OWNER }],
  ['an offer without a claim number', offer, { claim_id: 'NULL' }],
  ['an offer without the time of the claim', offer, { claimed_at: 'NULL' }],
  ['owed without a time', OPEN_SPOT, { owed_by: ME }],
  ['owed by nobody', OPEN_SPOT, { owed_since: 'now()' }],
  ['a name that is too short', guest, { name: "'D'" }],
  ['a name that is too long', guest, { name: "repeat('D', 101)" }],
]

// The test also checks that the spot is accepted without the change, so only the change is illegal.
test.each(ILLEGAL_CHANGES)('rejects %s', async (_what, legal, illegal) => {
  expect(await tryChange(OPEN_POSITION, { ...legal, ...illegal })).toBe('spots_legal_check')
  expect(await tryChange(OPEN_POSITION, legal)).toBeUndefined()
})

test.each([
  ['an open spot', OPEN_SPOT],
  ['a reserved spot', reservation],
  ['an offered spot', offer],
])('accepts %s that is owed', async (_what, spot) => {
  expect(await tryChange(OPEN_POSITION, { ...spot, ...owed })).toBeUndefined()
})

test('accepts an offer without an end, as while its group is paused', async () => {
  expect(await tryChange(OPEN_POSITION, { ...offer, until: 'NULL' })).toBeUndefined()
})

test('accepts the fewest columns that each status needs', async () => {
  expect([
    await tryChange(2, player(ME)),
    await tryChange(3, reservation),
    await tryChange(4, { ...guest, name: "'Al'" }),
  ]).toEqual([undefined, undefined, undefined])
})
