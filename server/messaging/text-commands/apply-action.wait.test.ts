import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { texting } from './testing/texting.ts'

const MONDAY_NOON = '2026-06-01T18:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>
let group: TestGroup
let bob: TestGolfer
let cleo: TestGolfer
let number: string
let fullTeeTime: TeeTime

beforeAll(async () => {
  app = await startTestApp({ at: MONDAY_NOON })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.moveTo(MONDAY_NOON)
  group = await make.group({ name: 'Stampede' })
  bob = await make.member(group, { name: 'Bob Baker' })
  cleo = await make.member(group, { name: 'Cleo Fox' })
  number = await phones.givePhone(bob)
  fullTeeTime = await make.teeTime(group, { maxPlayers: 1, players: [group.owner] })
})

async function text(body: string, from = number): Promise<string | undefined> {
  const answer = await phones.text(from, body)
  if (answer !== undefined) expect(segmentsOf(answer), answer).toBe(1)
  return answer
}
const tap = (golfer: TestGolfer, verb: string, body: object = {}) =>
  app.phone(golfer.session).post(`/api/tee-times/${fullTeeTime.id}/${verb}`, body)
const reserve = (golfer: TestGolfer, teeTimeId: number) =>
  app.phone(group.owner.session).post(`/api/tee-times/${teeTimeId}/holds`, {
    forGolferId: golfer.id,
    date: '2026-06-02',
    time: '18:00',
  })
const listWaitingGolfers = async () => {
  const { rows } = await app.ctx.db.$client.query<{ golfer_id: number }>(
    'select golfer_id from waiting_list where tee_time_id = $1 order by id',
    [fullTeeTime.id],
  )
  return rows.map(({ golfer_id }) => golfer_id)
}

const WHEN_AND_WHERE = 'Thu 8:12 AM Shaganappi Point'

describe('WAIT', () => {
  test('joins the waiting list and replies with the place, which stays the same on a repeat', async () => {
    await tap(cleo, 'wait')
    const reply = `You're 2nd in line for #1: ${WHEN_AND_WHERE}. We'll offer you a spot when it's your turn. Reply OUT 1 to leave the list.`
    expect(await text('WAIT 1')).toBe(reply)
    expect(await text('wait #1 please')).toBe(reply)
    expect(await listWaitingGolfers()).toEqual([cleo.id, bob.id])
  })

  test("keeps the choice of 'Claim a spot for me' that was made in the app", async () => {
    await tap(bob, 'wait', { autoAccept: true })
    await text('WAIT 1')
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    expect(await phones.playersOf(fullTeeTime.id)).toEqual([bob.id])
  })

  test('says that a spot is open, if one is, and joins no waiting list', async () => {
    await tap(group.owner, 'unclaim')
    expect(await text('WAIT 1')).toBe(
      `A spot is open for you in #1: ${WHEN_AND_WHERE}. Reply IN 1 to take it.`,
    )
    expect(await listWaitingGolfers()).toEqual([])
  })

  test('says that the golfer is already in', async () => {
    const ownersNumber = await phones.givePhone(group.owner)
    expect(await text('WAIT 1', ownersNumber)).toBe(
      `You're already in: ${WHEN_AND_WHERE}, no spots left.`,
    )
  })

  test('says that a tee time is past, canceled or unknown', async () => {
    expect(await text('WAIT 9')).toMatch(/^There's no #9/)
    app.clock.moveTo('2026-06-04T14:12:00Z')
    expect(await text('WAIT 1')).toMatch(/already teed off/)
    app.clock.moveTo(MONDAY_NOON)
    await app.phone(group.owner.session).delete(`/api/tee-times/${fullTeeTime.id}`)
    expect(await text('WAIT 1')).toMatch(/^#1 was cancelled/)
  })

  test('is refused like a tap in an expired group', async () => {
    await app.ctx.db.execute(
      `update groups set expiry_date = '2026-06-01T17:00:00Z' where id = ${group.id}`,
    )
    expect(await text('WAIT 1')).toMatch(/^Stampede is paused/)
  })

  test('without a number, joins the list of the only full tee time that we texted about', async () => {
    expect(await text('WAIT')).toBe("Which one? Reply WAIT and the tee time's number, like WAIT 7.")
    const open = await make.teeTime(group, { maxPlayers: 2 })
    await phones.recordAlert(number, [fullTeeTime.id, open.id])
    expect(await text('WAIT')).toMatch(/^You're 1st in line for #1/)
  })

  test('asks which golfer if several share the phone', async () => {
    const ann = await make.member(group, { name: 'Ann Archer' })
    await phones.givePhone(ann, { number })
    expect(await text('WAIT 1')).toBe(
      `Who's it for? Reply 1-2:\n1) Bob: #1 ${WHEN_AND_WHERE}\n2) Ann: #1 ${WHEN_AND_WHERE}`,
    )
    expect(await text('2')).toMatch(/^Ann is 1st in line for #1/)
    expect(await listWaitingGolfers()).toEqual([ann.id])
  })

  test('gets replies that fit in one segment, whatever the names are', async () => {
    const far = await make.teeTime(group, {
      course: 'The Royal and Ancient Golf Club of Somewhere Far Away North',
      date: '2026-09-30',
      maxPlayers: 1,
      players: [group.owner],
    })
    await app.ctx.db.execute(`update tee_times set number = 999999 where id = ${far.id}`)
    expect(await text('WAIT 999999')).toMatch(/Reply OUT 999999 to leave the list\.$/)
    expect(await text('IN 999999')).toMatch(/^You're 1st in line/)
    expect(await text('OUT 999999')).toMatch(/^You're no longer in line/)
    await app.phone(group.owner.session).post(`/api/tee-times/${far.id}/unclaim`, {})
    expect(await text('WAIT 999999')).toMatch(/Reply IN 999999 to take it\.$/)
  })
})

describe('IN', () => {
  test('offers the waiting list for a full tee time and shows a waiting golfer their place', async () => {
    expect(await text('IN 1')).toBe(
      '#1 is full. Reply WAIT 1 to get in line, or LIST for other open spots.',
    )
    await tap(cleo, 'wait')
    await text('WAIT 1')
    expect(await text('IN 1')).toMatch(/^You're 2nd in line for #1/)
  })

  test('takes the offered spot, even without a number', async () => {
    await tap(bob, 'wait')
    await tap(group.owner, 'unclaim')
    const [offer] = await phones.runJobsAndListTexts(number)
    expect(offer).toMatch(/Take it by 2:00 PM\. Reply IN 1, or OUT 1 to pass\./)
    expect(await text('IN')).toBe(`You're in: ${WHEN_AND_WHERE}, no spots left.`)
    expect(await phones.playersOf(fullTeeTime.id)).toEqual([bob.id])
  })

  test('takes the spot that the creator reserved', async () => {
    const otherTeeTime = await make.teeTime(group, { maxPlayers: 1 })
    await reserve(bob, otherTeeTime.id)
    expect(await text('WAIT 2')).toMatch(/^A spot is open for you in #2/)
    expect(await text('IN 2')).toMatch(/^You're in/)
  })

  test('says that the offer has expired, even before the job ends the offer', async () => {
    await tap(bob, 'wait')
    await tap(cleo, 'wait')
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    app.clock.moveBy(120 * 60_000)
    expect(await text('IN 1')).toBe(
      'That spot is no longer reserved for you. Reply WAIT 1 to get in line, or LIST for other open spots.',
    )
    expect(await phones.playersOf(fullTeeTime.id)).toEqual([])
    expect(await text('WAIT 1')).toMatch(/^You're 2nd in line/)
  })
})

describe('OUT', () => {
  test('leaves the waiting list', async () => {
    await text('WAIT 1')
    expect(await text('OUT 1')).toBe(`You're no longer in line for #1: ${WHEN_AND_WHERE}.`)
    expect(await listWaitingGolfers()).toEqual([])
    expect(await text('OUT 1')).toBe(`You're not in #1: ${WHEN_AND_WHERE}.`)
  })

  test('passes on an offer, and the next golfer gets it', async () => {
    await tap(bob, 'wait')
    await tap(cleo, 'wait')
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    expect(await text('OUT 1')).toBe(`You passed on #1: ${WHEN_AND_WHERE}.`)
    const cleosNumber = await phones.givePhone(cleo)
    expect((await phones.runJobsAndListTexts(cleosNumber))[0]).toMatch(
      /^Fourball: A spot opened for you/,
    )
  })

  test('passes on the spot that the creator reserved', async () => {
    const otherTeeTime = await make.teeTime(group, { maxPlayers: 1 })
    await reserve(bob, otherTeeTime.id)
    expect(await text('OUT 2')).toBe(`You passed on #2: ${WHEN_AND_WHERE}.`)
    expect(await text('IN 2')).toMatch(/^You're in/)
  })

  test('without a number, asks which one if the golfer plays in one and waits for another', async () => {
    await make.teeTime(group, { time: '10:00', players: [bob] })
    await text('WAIT 1')
    expect(await text('OUT')).toBe(
      `Leave which one? Reply 1-2:\n1) #1 ${WHEN_AND_WHERE} (waiting)\n2) #2 Thu 10:00 AM Shaganappi Point`,
    )
    expect(await text('1')).toMatch(/^You're no longer in line/)
    expect(await text('OUT')).toMatch(/^You're out of #2/)
  })

  test("gives up a spot that 'Claim a spot for me' just took", async () => {
    await tap(bob, 'wait', { autoAccept: true })
    await tap(group.owner, 'unclaim')
    await app.runJobs()
    expect(await text('OUT 1')).toMatch(/^You're out of #1/)
    expect(await phones.playersOf(fullTeeTime.id)).toEqual([])
  })
})

describe('LIST', () => {
  test('shows spots held for the golfer first, whenever the round is', async () => {
    const far = await make.teeTime(group, { maxPlayers: 1, date: '2026-07-02' })
    await reserve(bob, far.id)
    await make.teeTime(group, { maxPlayers: 3, time: '10:00' })
    expect(await text('LIST')).toBe(
      'Open spots. To claim one, reply 1-2:\n1) #2 Thu Jul 2 8:12 AM Shaganappi Point (for you)\n2) #3 Thu 10:00 AM Shaganappi Point (3)',
    )
    expect(await text('1')).toMatch(/^You're in: Thu Jul 2/)
  })

  test('hides spots that are reserved for others', async () => {
    const open = await make.teeTime(group, { maxPlayers: 1 })
    await reserve(cleo, open.id)
    expect(await text('LIST')).toMatch(/^No open spots/)
  })
})
