import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alertEvent } from '../../../contract/alerts.ts'
import { MAX_TEXTS_PER_DAY } from '../../../contract/limits.ts'
import { MAX_KEYWORD_REPLIES_PER_HOUR, MAX_REPLIES_PER_HOUR } from '../../../contract/messages.ts'
import { startTwilio, type TwilioStandIn } from '../../providers/texts/testing/twilio-stand-in.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { queueText } from '../deliveries/queue-messages.ts'
import { newNumber, texting } from './testing/texting.ts'

const MONDAY_NOON = '2026-06-01T18:00:00Z'
const HOUR = 3_600_000

let app: TestApp
let twilio: TwilioStandIn
let make: ReturnType<typeof factories>
let phones: ReturnType<typeof texting>

beforeAll(async () => {
  twilio = await startTwilio()
  app = await startTestApp({
    at: MONDAY_NOON,
    env: { ...twilio.env, PUBLIC_URL: 'https://golf.example' },
  })
  make = factories(app.ctx)
  phones = texting(app)
})
afterAll(async () => {
  await app.close()
  await twilio.close()
})
beforeEach(() => app.clock.moveTo(MONDAY_NOON))

const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows

async function runJobsAndListTexts(number: string): Promise<string[]> {
  await app.runJobs()
  return twilio.received.filter(({ to }) => to === number).map(({ body }) => body)
}

async function text(number: string, body: string): Promise<string | undefined> {
  const answer = await phones.text(number, body)
  if (answer !== undefined) expect(segmentsOf(answer), answer).toBe(1)
  return answer
}

const consentEntriesOf = (number: string) =>
  query('select step, how, wording, golfer_id from consent_entries where number = $1 order by id', [
    number,
  ])
const agreedAt = async (golfer: TestGolfer) =>
  (await query('select text_consent_at from golfers where id = $1', [golfer.id]))[0]
    ?.text_consent_at

describe('STOP', () => {
  test('withdraws the consent of all accounts with the number, is confirmed once and recorded', async () => {
    const ann = await make.golfer()
    const bob = await make.golfer()
    const number = await phones.givePhone(ann)
    await phones.givePhone(bob, { number })
    expect(await text(number, 'Stop.')).toMatch(/^Fourball: You won't get any more texts/)
    expect(await text(number, 'STOP')).toBeUndefined()
    expect(await text(number, 'UNSUBSCRIBE')).toBeUndefined()
    expect(await agreedAt(ann)).toBeNull()
    expect(await agreedAt(bob)).toBeNull()
    expect(await runJobsAndListTexts(number)).toHaveLength(1)
    const entry = { step: 'stopped', how: 'STOP', wording: 'Stop.' }
    expect(await consentEntriesOf(number)).toEqual([
      { ...entry, golfer_id: ann.id },
      { ...entry, golfer_id: bob.id },
    ])
  })

  test('stops texts for every event', async () => {
    const group = await make.group()
    const bob = await make.member(group)
    const number = await phones.givePhone(bob)
    const numberWithTexts = await phones.givePhone(await make.member(group))
    await runJobsAndListTexts(numberWithTexts)
    await text(number, 'STOP')
    const before = twilio.received.filter(({ to }) => to === numberWithTexts).length
    expect(await runJobsAndListTexts(number)).toHaveLength(1)

    const owner = app.phone(group.owner.session)
    const first = await make.teeTime(group, { maxPlayers: 2 })
    for (const golfer of [bob, group.owner]) {
      await app.phone(golfer.session).post(`/api/tee-times/${first.id}/claim`)
    }
    await app.runJobs()
    await owner.post(`/api/tee-times/${first.id}/unclaim`)
    await app.runJobs()
    await owner.delete(`/api/tee-times/${first.id}`)
    await app.runJobs()
    await owner.post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: bob.id })
    await app.runJobs()
    // These actions cause only some of the events, so queue a message about every event, too.
    const now = app.clock.now()
    const round = await make.teeTime(group, { players: [bob] })
    for (const event of alertEvent.options) {
      for (const teeTimeIds of [[round.id], [first.id], []]) {
        const key = `${event} ${teeTimeIds} ${number}`
        const data = { startsAt: round.startsAt, how: 'added', by: group.owner.id }
        const recipient = { golferId: bob.id, groupId: group.id, teeTimeIds, data, key }
        await app.ctx.notify(app.ctx.db, event, [recipient], now)
      }
    }
    for (const event of ['reply', 'opt-in'] as const) {
      const words = { number, golferId: bob.id, text: 'Hello', key: `${event} to ${number}` }
      await queueText(app.ctx.db, { event, ...words }, now)
    }
    await app.runJobs()
    for (const hours of [1, 6, 12, 24, 48, 72]) {
      app.clock.moveTo(MONDAY_NOON)
      app.clock.moveBy(hours * HOUR)
      await app.runJobs()
    }
    expect(await runJobsAndListTexts(number)).toHaveLength(1)
    // In the meantime, a number that has not said STOP got texts.
    expect((await runJobsAndListTexts(numberWithTexts)).length).toBeGreaterThan(before)
  })

  test('drops texts that are queued', async () => {
    const group = await make.group()
    const number = await phones.givePhone(group.owner)
    const words = { number, golferId: group.owner.id, text: 'Hello' }
    await queueText(
      app.ctx.db,
      { event: 'reply', ...words, key: `waits ${number}` },
      app.clock.now(),
    )
    await text(number, 'STOP')
    expect(await runJobsAndListTexts(number)).toEqual([
      expect.stringMatching(/won't get any more texts/),
    ])
  })

  test('from an unknown number stays in effect after a golfer gets the number', async () => {
    const number = newNumber()
    expect(await text(number, 'STOP')).toMatch(/won't get any more texts/)
    const group = await make.group()
    await phones.givePhone(group.owner, { number })
    await make.teeTime(group)
    expect(await text(number, 'LIST')).toBeUndefined()
    expect(await runJobsAndListTexts(number)).toHaveLength(1)
  })

  test('is obeyed and confirmed, like START and HELP, even if the number texts constantly', async () => {
    const golfer = await make.golfer()
    const number = await phones.givePhone(golfer)
    for (let n = 0; n < MAX_REPLIES_PER_HOUR; n += 1) await text(number, 'LIST')
    expect(await text(number, 'LIST')).toBeUndefined()
    expect(await text(number, 'STOP')).toMatch(/won't get any more texts/)
    expect(await agreedAt(golfer)).toBeNull()
    expect(await text(number, 'HELP')).toMatch(/Help:/)
    expect(await text(number, 'START')).toMatch(/are on\./)
    expect(await agreedAt(golfer)).toEqual(app.clock.now())
    expect(await text(number, 'LIST')).toBeUndefined()
    expect(await runJobsAndListTexts(number)).toHaveLength(MAX_REPLIES_PER_HOUR + 3)
  })

  test('always takes effect, like START, but confirmations are limited per hour', async () => {
    const golfer = await make.golfer()
    const number = await phones.givePhone(golfer)
    for (let n = 0; n < MAX_REPLIES_PER_HOUR; n += 1) await text(number, 'LIST')
    const answers: (string | undefined)[] = []
    for (let n = 0; n < MAX_KEYWORD_REPLIES_PER_HOUR; n += 1) {
      answers.push(await text(number, 'STOP'))
      expect(await agreedAt(golfer)).toBeNull()
      answers.push(await text(number, 'START'))
      expect(await agreedAt(golfer)).toEqual(app.clock.now())
    }
    expect(answers.filter((answer) => answer !== undefined)).toHaveLength(
      MAX_KEYWORD_REPLIES_PER_HOUR,
    )
    app.clock.moveBy(HOUR)
    expect(await text(number, 'STOP')).toMatch(/won't get any more texts/)
  })
})

describe('START', () => {
  test('takes effect, even in a flood, if the provider has already replied to it', async () => {
    const golfer = await make.golfer()
    const number = await phones.givePhone(golfer)
    await text(number, 'STOP')
    for (let n = 0; n < MAX_REPLIES_PER_HOUR; n += 1) await text(number, 'LIST')
    await phones.text(number, 'Commencer', { answeredByProvider: 'start' })
    expect(await agreedAt(golfer)).toEqual(app.clock.now())
  })

  test('gives consent for all accounts with the number and a verified email', async () => {
    const ann = await make.golfer()
    const bob = await make.golfer()
    const number = await phones.givePhone(ann, { hasAgreed: false })
    await phones.givePhone(bob, { number, hasAgreed: false, isEmailProven: false })
    expect(await text(number, 'Start')).toMatch(/^Fourball: Tee-time texts are on\./)
    expect(await agreedAt(ann)).toEqual(app.clock.now())
    expect(await agreedAt(bob)).toBeNull()
    expect(await text(number, 'YES')).toMatch(/are already on/)
    expect(await consentEntriesOf(number)).toEqual([
      { step: 'given', how: 'START', wording: 'Start', golfer_id: ann.id },
    ])
  })

  test('undoes STOP', async () => {
    const group = await make.group()
    const number = await phones.givePhone(group.owner)
    const { id } = await make.teeTime(group)
    await text(number, 'STOP')
    expect(await text(number, 'IN 1')).toBeUndefined()
    expect(await phones.playersOf(id)).toEqual([])
    expect(await text(number, 'unstop')).toMatch(/are on\./)
    expect(await text(number, 'IN 1')).toMatch(/^You're in/)
  })

  test('gets a reply, like STOP, even after the daily limit of texts is reached', async () => {
    const number = await phones.givePhone(await make.golfer())
    await query(
      `insert into text_days (day, group_id, texts) values ('2026-06-01', null, $1)
       on conflict (day, group_id) do update set texts = $1`,
      [MAX_TEXTS_PER_DAY],
    )
    await text(number, 'LIST')
    await text(number, 'STOP')
    await text(number, 'START')
    const [stopped, started, ...others] = await runJobsAndListTexts(number)
    await query('delete from text_days where group_id is null')
    expect([stopped, started]).toEqual([
      expect.stringMatching(/won't get any more texts/),
      expect.stringMatching(/are on\./),
    ])
    expect(others).toEqual([])
  })

  test('gets a request to verify the email first', async () => {
    const golfer = await make.golfer()
    const number = await phones.givePhone(golfer, { hasAgreed: false, isEmailProven: false })
    expect(await text(number, 'START')).toMatch(/^Fourball: Confirm your email first: /)
    expect(await agreedAt(golfer)).toBeNull()
  })

  test('gets that request even if the golfer already agreed to texts while signing up', async () => {
    const number = await phones.givePhone(await make.golfer(), {
      hasAgreed: true,
      isEmailProven: false,
    })
    expect(await text(number, 'START')).toMatch(/^Fourball: Confirm your email first: /)
  })

  test('is required before any other command', async () => {
    const group = await make.group()
    const number = await phones.givePhone(group.owner, { hasAgreed: false })
    const { id } = await make.teeTime(group)
    for (const body of ['IN 1', 'OUT', 'LIST', '1', 'hello']) {
      expect(await text(number, body)).toMatch(/reply START first/)
    }
    expect(await phones.playersOf(id)).toEqual([])
  })
})

describe('HELP', () => {
  test('gets a reply with our name, the commands and how to stop', async () => {
    const number = await phones.givePhone(await make.golfer())
    const answer = await text(number, 'help')
    expect(answer).toMatch(/IN 7 to join #7, OUT 7 to leave, WAIT 7 to get in line, LIST for spots/)
    expect(answer).toMatch(/^Fourball.*Help: .*Msg & data rates may apply.*STOP to end\.$/)
  })

  test('gets a reply even after STOP', async () => {
    const number = await phones.givePhone(await make.golfer())
    await text(number, 'STOP')
    await text(number, 'HELP')
    expect(await runJobsAndListTexts(number)).toHaveLength(2)
  })
})

describe('replies', () => {
  test('to an unknown number are sent once a day', async () => {
    const number = newNumber()
    expect(await text(number, 'IN 7')).toBe(
      "Fourball: We don't recognize this number. Sign in and check the phone number on your profile.",
    )
    for (const body of ['IN 7', 'HELP', 'START', 'what?']) {
      expect(await text(number, body)).toBeUndefined()
    }
    app.clock.moveBy(24 * HOUR)
    expect(await text(number, 'START')).toBe(
      "Fourball: We don't recognize this number. Sign in and check the phone number on your profile.",
    )
  })

  test('to a text that is not understood are not repeated if the text is repeated', async () => {
    const number = await phones.givePhone(await make.golfer())
    expect(await text(number, 'I am driving')).toMatch(/^Sorry, we didn't get that/)
    expect(await text(number, 'I am driving')).toBeUndefined()
    expect(await text(number, 'see you in the bar')).toMatch(/^Sorry/)
  })

  test('are limited per hour, and further texts do nothing', async () => {
    const group = await make.group()
    const number = await phones.givePhone(group.owner)
    const { id } = await make.teeTime(group)
    for (let n = 0; n < MAX_REPLIES_PER_HOUR; n += 1)
      expect(await text(number, 'LIST')).toBeDefined()
    expect(await text(number, 'IN 1')).toBeUndefined()
    expect(await phones.playersOf(id)).toEqual([])
    app.clock.moveBy(HOUR)
    expect(await text(number, 'IN 1')).toMatch(/^You're in/)
  })
})
