import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alertKind } from '../../../contract/alerts.ts'
import { CONSENT_WORDING, type Preferences, preferences } from '../../../contract/preferences.ts'
import { stopNumber } from '../../identity/consents/manage-consents.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

const START = '2026-06-01T16:00:00Z'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp({ at: START })
  make = factories(app.ctx)
})
afterAll(() => app.close())

let numberCount = 0
async function makeGolferWithNumber(): Promise<TestGolfer & { number: string }> {
  numberCount += 1
  const number = `+1403555${1000 + numberCount}`
  return { ...(await make.golfer({ phone: number })), number }
}

async function read({ session }: TestGolfer): Promise<Preferences> {
  return preferences.parse((await app.phone(session).get('/api/my-preferences')).body)
}
const change = ({ session }: TestGolfer, body: object) =>
  app.phone(session).put('/api/my-preferences', body)
const query = async (statement: string, values: unknown[] = []) =>
  (await app.ctx.db.$client.query(statement, values)).rows
const consentEntriesOf = (golferId: number) =>
  query('select number, step, how, wording from consent_entries where golfer_id = $1 order by id', [
    golferId,
  ])
const stop = (number: string) =>
  app.ctx.db.transaction((tx) =>
    stopNumber(tx, number, { how: 'text', wording: 'STOP' }, app.clock.now()),
  )

describe('preferences', () => {
  test('default to texts for everything, but not at night', async () => {
    const ann = await makeGolferWithNumber()
    const group = await make.group({ owner: ann, name: 'Alpha' })
    expect(await read(ann)).toEqual({
      channels: {
        posted: 'text',
        mine: 'text',
        opened: 'text',
        waiting: 'text',
        changed: 'text',
        reminder: 'text',
        group: 'text',
        trial: 'text',
      },
      quietHours: { from: '21:00', to: '08:00' },
      timeZone: null,
      groups: [{ id: group.id, name: 'Alpha', slug: group.slug, muted: false }],
      texts: {
        status: 'none',
        number: ann.number,
        available: true,
        from: null,
        emailProven: true,
      },
      phones: 0,
    })
  })

  test('stay unchanged if a request omits them, and the response includes all', async () => {
    const ann = await makeGolferWithNumber()
    const [alpha, beta] = [
      await make.group({ owner: ann, name: 'Alpha' }),
      await make.group({ owner: ann, name: 'Beta' }),
    ]
    await change(ann, { channels: { posted: 'email', trial: 'off' } })
    await change(ann, { quietHours: { from: '22:30', to: '07:00' } })
    await change(ann, { timeZone: 'America/Toronto' })
    await change(ann, { groups: [{ id: alpha.id, muted: true }] })
    const answer = await change(ann, {
      channels: { posted: 'text' },
      groups: [{ id: beta.id, muted: true }],
    })
    expect(answer).toMatchObject({ status: 200, body: await read(ann) })
    expect(answer.body).toMatchObject({
      channels: { posted: 'text', trial: 'off', mine: 'text' },
      quietHours: { from: '22:30', to: '07:00' },
      timeZone: 'America/Toronto',
      groups: [{ muted: true }, { muted: true }],
    })
    const back = await change(ann, { timeZone: null, groups: [{ id: alpha.id, muted: false }] })
    expect(back.body).toMatchObject({
      timeZone: null,
      groups: [{ muted: false }, { muted: true }],
    })
  })

  test('are all saved if several requests change them simultaneously', async () => {
    const ann = await makeGolferWithNumber()
    const groups = [await make.group({ owner: ann }), await make.group({ owner: ann })]
    const kinds = alertKind.options
    const answers = await Promise.all([
      ...kinds.map((kind) => change(ann, { channels: { [kind]: 'off' } })),
      ...groups.map(({ id }) => change(ann, { groups: [{ id, muted: true }] })),
      change(ann, { quietHours: { from: '20:00', to: '09:00' } }),
      change(ann, { timeZone: 'Europe/London' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const { channels, quietHours, timeZone, groups: mine } = await read(ann)
    expect(Object.values(channels)).toEqual(kinds.map(() => 'off'))
    expect({ quietHours, timeZone }).toEqual({
      quietHours: { from: '20:00', to: '09:00' },
      timeZone: 'Europe/London',
    })
    expect(mine.map(({ muted }) => muted)).toEqual([true, true])
  })

  test("change nothing and respond 404 for someone else's or a nonexistent group", async () => {
    const ann = await makeGolferWithNumber()
    const mine = await make.group({ owner: ann })
    const theirs = await make.group()
    const before = await read(ann)
    const refusals = await Promise.all(
      [theirs.id, 2_147_483_647].map((id) =>
        change(ann, {
          channels: { posted: 'off' },
          groups: [
            { id: mine.id, muted: true },
            { id, muted: true },
          ],
        }),
      ),
    )
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      expect(refusal.text).toBe(refusals[0]?.text)
    }
    expect(await read(ann)).toEqual(before)
  })

  test.each([
    ['an unknown kind', { channels: { weather: 'off' } }],
    ['an unknown channel', { channels: { posted: 'pigeon' } }],
    ['an invalid time', { quietHours: { from: '24:00', to: '08:00' } }],
    ['half of the quiet hours', { quietHours: { from: '21:00' } }],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }],
    ['an unknown group', { groups: [{ id: 0, muted: true }] }],
    ['a consent that is not a boolean', { textConsent: 'yes' }],
  ])('refuse %s with 400', async (_what, body) => {
    expect(await change(await makeGolferWithNumber(), body)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  })

  test('are not saved for an account that is being deleted', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ann = await make.golfer({ password: 'fairways' })
      const group = await make.group()
      await make.member(group, { golfer: ann })
      const body = { channels: { posted: 'off' }, groups: [{ id: group.id, muted: true }] }
      const [changed, deleted] = await Promise.all([
        change(ann, body),
        app.phone(ann.session).delete('/api/my-account', { password: 'fairways' }),
      ])
      expect(deleted.status).toBe(200)
      expect([200, 401, 404]).toContain(changed.status)
      expect(await query('select 1 from preferences where golfer_id = $1', [ann.id])).toEqual([])
    }
  })
})

describe('text consent checkbox', () => {
  test('gives and withdraws consent, and records how and with what wording', async () => {
    const ann = await makeGolferWithNumber()
    const answer = await change(ann, { textConsent: true, textNumber: ann.number })
    expect(answer.body).toMatchObject({ texts: { status: 'on', number: ann.number } })
    await change(ann, { textConsent: true })
    expect((await change(ann, { textConsent: false })).body).toMatchObject({
      texts: { status: 'none' },
    })
    await change(ann, { textConsent: false })
    const entry = { number: ann.number, how: 'box', wording: CONSENT_WORDING }
    expect(await consentEntriesOf(ann.id)).toEqual([
      { ...entry, step: 'given' },
      { ...entry, step: 'withdrawn' },
    ])
  })

  test('records simultaneous taps as one consent', async () => {
    const ann = await makeGolferWithNumber()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => change(ann, { textConsent: true })),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await consentEntriesOf(ann.id)).toHaveLength(1)
  })

  test('refuses consent for a number that said STOP, and then saves nothing else', async () => {
    const ann = await makeGolferWithNumber()
    await stop(ann.number)
    const refusal = await change(ann, { textConsent: true, channels: { posted: 'off' } })
    expect(refusal).toMatchObject({ status: 409, body: { code: 'NOT_ELIGIBLE' } })
    expect((refusal.body as { message: string }).message).toContain('text START')
    expect(await read(ann)).toMatchObject({
      texts: { status: 'stopped' },
      channels: { posted: 'text' },
    })
  })

  test('never keeps consent if STOP and a tap arrive simultaneously', async () => {
    for (let round = 0; round < 8; round += 1) {
      const ann = await makeGolferWithNumber()
      await Promise.all([change(ann, { textConsent: true }), stop(ann.number)])
      expect(await read(ann)).toMatchObject({ texts: { status: 'stopped' } })
      expect(
        await query('select 1 from golfers where id = $1 and text_consent_at is not null', [
          ann.id,
        ]),
      ).toEqual([])
    }
  })

  test('treats a number on which another account gets texts like a number that said STOP', async () => {
    const [ann, stoppedGolfer] = [await makeGolferWithNumber(), await makeGolferWithNumber()]
    await stop(stoppedGolfer.number)
    const other = await make.golfer({ phone: ann.number })
    expect(await read(other)).toMatchObject({ texts: { status: 'none' } })
    await change(ann, { textConsent: true })
    const refusal = await change(other, { textConsent: true })
    expect(refusal).toMatchObject({ status: 409, body: { code: 'NOT_ELIGIBLE' } })
    expect(refusal.text).toBe((await change(stoppedGolfer, { textConsent: true })).text)
    for (const golfer of [other, stoppedGolfer]) {
      expect(await read(golfer)).toMatchObject({ texts: { status: 'stopped' } })
    }
  })

  test('accepts the consent of only one of two accounts that tap simultaneously', async () => {
    const ann = await makeGolferWithNumber()
    const other = await make.golfer({ phone: ann.number })
    const answers = await Promise.all([ann, other].map((one) => change(one, { textConsent: true })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('refuses consent for an invalid number, or if the number is not the one shown', async () => {
    const nobody = await make.golfer({ phone: '0000000000000' })
    expect(await read(nobody)).toMatchObject({ texts: { status: 'unreachable', number: null } })
    expect(await change(nobody, { textConsent: true })).toMatchObject({
      status: 409,
      body: { code: 'NOT_ELIGIBLE' },
    })
    const abroad = await make.golfer({ phone: '+44 7700 900123' })
    expect(await read(abroad)).toMatchObject({ texts: { status: 'unreachable' } })
    expect(await change(abroad, { textConsent: true })).toMatchObject({ status: 409 })
    const ann = await makeGolferWithNumber()
    expect(await change(ann, { textConsent: true, textNumber: '+14035559999' })).toMatchObject({
      status: 409,
      body: { code: 'OUT_OF_DATE' },
    })
    expect(await consentEntriesOf(ann.id)).toEqual([])
  })
})

test('releases messages that quiet hours held, once the quiet hours change', async () => {
  const ann = await make.golfer()
  const [{ id }] = await query(
    `insert into deliveries (event, golfer_id, key, channel, status, due_at, created_at)
     values ('changed', $1, 'held', 'text', 'deferred', '2026-06-02T14:00:00Z', $2) returning id`,
    [ann.id, START],
  )
  const statusAfter = async (body: object) => {
    expect(await change(ann, body)).toMatchObject({ status: 200 })
    return (await query('select status from deliveries where id = $1', [id]))[0].status
  }
  expect(await statusAfter({ channels: { posted: 'email' } })).toBe('deferred')
  expect(await statusAfter({ timeZone: 'Europe/London' })).toBe('queued')
})

test('shows that an email was never verified', async () => {
  const ann = await make.golfer({ proven: false })
  expect(await read(ann)).toMatchObject({ texts: { emailProven: false } })
})
