import { afterAll, beforeAll, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { stopNumber } from '../consents/manage-consents.ts'

let app: TestApp
let make: ReturnType<typeof factories>
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())

let numberCount = 0
async function makeConsentingGolfer(): Promise<TestGolfer & { number: string }> {
  numberCount += 1
  const number = `+1403555${2000 + numberCount}`
  const golfer = await make.golfer({ phone: number })
  await app.phone(golfer.session).put('/api/my-preferences', { textConsent: true })
  return { ...golfer, number }
}

const changePhone = ({ session }: TestGolfer, phone: string) =>
  app.phone(session).put('/api/auth/update-phone', { phone })
const textStatusOf = async ({ session }: TestGolfer) =>
  ((await app.phone(session).get('/api/my-preferences')).body as { texts: object }).texts
const query = async (statement: string, values: unknown[]) =>
  (await app.ctx.db.$client.query(statement, values)).rows
const stepsOf = async ({ id }: TestGolfer) =>
  (
    await query('select step, number from consent_entries where golfer_id = $1 order by id', [id])
  ).map(({ step, number }) => `${step} ${number}`)
const textsTo = async (number: string) =>
  (
    await query("select data ->> 'text' as text from deliveries where recipient = $1", [number])
  ).map(({ text }) => String(text))

test('withdraws consent when the number changes, and notifies the old number by text', async () => {
  const ann = await makeConsentingGolfer()
  expect((await changePhone(ann, '587-555-0142')).status).toBe(200)
  expect(await textStatusOf(ann)).toMatchObject({ status: 'none', number: '+15875550142' })
  expect(await stepsOf(ann)).toEqual([`given ${ann.number}`, `number-changed ${ann.number}`])
  const [text = '', ...rest] = await textsTo(ann.number)
  expect(text).toContain('https://golf.example/login')
  expect(text).not.toContain('0142')
  expect(segmentsOf(text)).toBe(1)
  expect(rest).toEqual([])
  expect(await textsTo('+15875550142')).toEqual([])

  await app.runJobs()
  const notified = await query(
    'select recipient, channel, body from messages where golfer_id = $1 order by channel, id',
    [ann.id],
  )
  expect(notified).toMatchObject([
    // The two emails are about turning on texts and about the new phone.
    { channel: 'email', recipient: ann.email },
    { channel: 'email', recipient: ann.email },
    { channel: 'text', recipient: ann.number, body: text },
  ])
  expect(notified).toHaveLength(3)
})

test("updates the phones of the owners of the golfer's groups", async () => {
  const group = await make.group()
  const ann = await make.member(group)
  await query('delete from live_events where group_id = $1', [group.id])
  await changePhone(ann, '587-555-0144')
  expect(await query('select type from live_events where group_id = $1', [group.id])).toEqual([
    { type: 'group' },
  ])
})

test('texts only one number a day when a golfer keeps changing numbers', async () => {
  const ann = await makeConsentingGolfer()
  const otherNumbers = ['+15875550171', '+15875550172', '+15875550173']
  for (const number of otherNumbers) {
    expect((await changePhone(ann, number)).status).toBe(200)
    const ticked = await app
      .phone(ann.session)
      .put('/api/my-preferences', { textConsent: true, textNumber: number })
    expect(ticked.status, ticked.text).toBe(200)
  }
  expect((await changePhone(ann, ann.number)).status).toBe(200)
  expect(await textsTo(ann.number)).toHaveLength(1)
  for (const number of otherNumbers) expect(await textsTo(number)).toEqual([])
})

test('sends no text to a number that never opted in or that sent STOP', async () => {
  const neverOptedIn = await make.golfer({ phone: '+14035552901' })
  const stopped = await makeConsentingGolfer()
  await app.ctx.db.transaction((tx) =>
    stopNumber(tx, stopped.number, { how: 'text', wording: 'STOP' }, app.clock.now()),
  )
  for (const golfer of [neverOptedIn, stopped]) {
    expect((await changePhone(golfer, '587-555-0143')).status).toBe(200)
  }
  expect(await textsTo('+14035552901')).toEqual([])
  expect(await textsTo(stopped.number)).toEqual([])
  expect(await textStatusOf(stopped)).toMatchObject({ status: 'none' })
  expect(await changePhone(stopped, stopped.number)).toMatchObject({ status: 200 })
  expect(await textStatusOf(stopped)).toMatchObject({ status: 'stopped' })
})

test.each(['(403) 555-', '1-403-555-', '+1 403 555 ', '403.555.'])(
  'keeps the consent when the same number is written like %s',
  async (prefix) => {
    const ann = await makeConsentingGolfer()
    const phone = prefix + ann.number.slice(-4)
    expect(await changePhone(ann, phone)).toMatchObject({ status: 200, body: { phone } })
    expect(await textStatusOf(ann)).toMatchObject({ status: 'on', number: ann.number })
    expect(await stepsOf(ann)).toEqual([`given ${ann.number}`])
    expect(await textsTo(ann.number)).toEqual([])
  },
)

test('keeps ten characters that are not a phone number, but sends no texts to them', async () => {
  const ann = await makeConsentingGolfer()
  expect(await changePhone(ann, '555-0199-77')).toMatchObject({ body: { phone: '555-0199-77' } })
  expect(await textStatusOf(ann)).toMatchObject({ status: 'unreachable', number: null })
  expect(await stepsOf(ann)).toEqual([`given ${ann.number}`, `number-changed ${ann.number}`])
})

test('notifies once for each simultaneous change, and the last one wins', async () => {
  const ann = await makeConsentingGolfer()
  const newPhones = ['587-555-0151', '587-555-0152', '587-555-0153']
  const answers = await Promise.all(newPhones.map((phone) => changePhone(ann, phone)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await textsTo(ann.number)).toHaveLength(1)
  expect((await stepsOf(ann)).filter((step) => step.startsWith('number'))).toHaveLength(3)
})

test('never applies consent for the old number to the new one when both requests race', async () => {
  for (let round = 0; round < 10; round += 1) {
    const number = `+1403555${2500 + round}`
    const ann = await make.golfer({ phone: number })
    const body = { textConsent: true, textNumber: number }
    const [ticked, changed] = await Promise.all([
      app.phone(ann.session).put('/api/my-preferences', body),
      changePhone(ann, '587-555-0160'),
    ])
    expect(changed.status).toBe(200)
    expect([200, 409]).toContain(ticked.status)
    expect(await textStatusOf(ann)).toMatchObject({ status: 'none', number: '+15875550160' })
    expect((await stepsOf(ann)).filter((step) => step.startsWith('given'))).toEqual(
      ticked.status === 200 ? [`given ${number}`] : [],
    )
  }
})
