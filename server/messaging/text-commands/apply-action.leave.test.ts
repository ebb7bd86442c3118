import { afterAll, beforeAll, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { texting } from './testing/texting.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ at: '2026-06-01T18:00:00Z' })
})
afterAll(() => app.close())

test('OUT after the cut-off says in one segment that the golfer owes the spot', async () => {
  const make = factories(app.ctx)
  const phones = texting(app)
  const group = await make.group()
  const bob = await make.member(group, { name: 'Bob Baker' })
  const number = await phones.givePhone(bob)
  const plan = { cancelHours: 24, players: [bob] }
  await make.teeTime(group, plan)
  await make.teeTime(group, { ...plan, course: 'Kananaskis Country Golf Course Mt Lorette' })
  expect(await phones.text(number, 'OUT 1')).toBe("You're out of #1: Thu 8:12 AM Shaganappi Point.")
  await phones.text(number, 'IN 1')
  app.clock.moveTo('2026-06-03T14:12:00Z')
  expect(await phones.text(number, 'OUT 1')).toBe(
    "You're out of #1: Thu 8:12 AM Shaganappi Point. It's past the cut-off. You may have to pay unless your spot is filled.",
  )
  const long = (await phones.text(number, 'OUT 2')) ?? ''
  expect(long).toMatch(/may have to pay unless your spot is filled/)
  expect(segmentsOf(long)).toBe(1)
  expect(await phones.text(number, 'OUT 2')).toMatch(/^You're not in/)
})

test("OUT says that the golfer's guests leave too", async () => {
  app.clock.moveTo('2026-06-01T18:00:00Z')
  const make = factories(app.ctx)
  const phones = texting(app)
  const group = await make.group()
  const bob = await make.member(group, { name: 'Bob Baker' })
  const number = await phones.givePhone(bob)
  const makeRoundWithGuest = async (plan: object) => {
    const { id } = await make.teeTime(group, { players: [bob], ...plan })
    await app.phone(bob.session).post(`/api/tee-times/${id}/guests`, { name: 'Dave' })
  }
  await makeRoundWithGuest({})
  await makeRoundWithGuest({ cancelHours: 24 })
  expect(await phones.text(number, 'OUT 1')).toBe(
    'You and your guest are out of #1: Thu 8:12 AM Shaganappi Point.',
  )
  app.clock.moveTo('2026-06-03T14:12:00Z')
  expect(await phones.text(number, 'OUT 2')).toBe(
    "You and your guest are out of #2: Thu 8:12 AM Shaganappi Point. It's past the cut-off. You may have to pay unless your spots are filled.",
  )
})

/** Both groups have a tee time #1. Bob plays in the first or both, and was just texted about the second. */
async function textAboutOtherTeeTime({ playsBoth }: { playsBoth: boolean }) {
  app.clock.moveTo('2026-06-01T18:00:00Z')
  const make = factories(app.ctx)
  const phones = texting(app)
  const bob = await make.golfer({ name: 'Bob Baker' })
  const number = await phones.givePhone(bob)
  const [group, other] = [await make.group(), await make.group()]
  for (const each of [group, other]) await make.member(each, { golfer: bob })
  const { id } = await make.teeTime(group, { players: [bob] })
  const texted = await make.teeTime(other, {
    course: 'Kananaskis Mt Kidd',
    players: playsBoth ? [bob] : [],
  })
  await phones.recordAlert(number, [texted.id])
  return { phones, bob, number, id, texted }
}

test('OUT does not leave another round with the number because of a text about that one', async () => {
  const { phones, bob, number, id, texted } = await textAboutOtherTeeTime({ playsBoth: true })
  expect(await phones.text(number, 'OUT 1')).toMatch(/^There's more than one #1\. Which one\?/)
  expect(await phones.playersOf(texted.id)).toEqual([bob.id])
  expect(await phones.text(number, '1')).toMatch(/^You're out of #1: Thu 8:12 AM Shaganappi Point/)
  expect(await phones.playersOf(id)).toEqual([])
})

test('OUT leaves the only round with the number after a text about another tee time', async () => {
  const { phones, number } = await textAboutOtherTeeTime({ playsBoth: false })
  expect(await phones.text(number, 'OUT 1')).toBe("You're out of #1: Thu 8:12 AM Shaganappi Point.")
})
