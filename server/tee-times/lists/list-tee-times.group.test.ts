import { once } from 'node:events'
import { get as httpGet, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  app.clock.moveTo('2026-06-01T16:00:00Z')
})
afterAll(() => app.close())

test("counts open spots in the same way as the group's cards", async () => {
  const group = await make.group()
  const [one, two, three] = [
    await make.member(group),
    await make.member(group),
    await make.member(group),
  ]
  const { get, post, delete: remove } = app.phone(one.session)
  await make.teeTime(group, { creator: one })
  const played = await make.teeTime(group, { creator: one, players: [one, two] })
  await post(`/api/tee-times/${played.id}/guests`, { name: 'Gerry Guest' })
  const held = await make.teeTime(group, { creator: one, players: [one] })
  const until = { date: held.date, time: '00:30' }
  await post(`/api/tee-times/${held.id}/holds`, { name: 'Hal Held', ...until })
  const full = await make.teeTime(group, { creator: one, players: [one, two], maxPlayers: 2 })
  await app.phone(three.session).post(`/api/tee-times/${full.id}/wait`, {})
  await app.phone(two.session).post(`/api/tee-times/${full.id}/unclaim`, {})
  const gone = await make.teeTime(group, { creator: one })
  await remove(`/api/tee-times/${gone.id}`)

  const cards = (await get(`/api/groups/slug/${group.slug}/tee-times`)).body as TeeTime[]
  const spots = new Map(cards.map(({ id, availableSpots }) => [id, availableSpots]))
  expect(spots.get(played.id)).toBe(1)
  expect(spots.get(held.id)).toBe(2)
  expect(spots.get(full.id)).toBe(0)
  expect((await get(`/api/groups/slug/${group.slug}`)).body).toMatchObject({
    activeTimes: cards.length,
    openSpots: [...spots.values()].reduce((sum, left) => sum + left, 0),
    memberCount: 4,
  })
})

test('counts a tee time that has teed off, but not its open spots', async () => {
  const group = await make.group()
  // 8:12 in Edmonton is 14:12 UTC.
  await make.teeTime(group, { date: '2026-06-02' })
  await make.teeTime(group, { date: '2026-06-02', time: '18:00', maxPlayers: 2 })
  const readGroup = async () =>
    (await app.phone(group.owner.session).get(`/api/groups/slug/${group.slug}`)).body
  app.clock.moveTo('2026-06-02T14:11:59Z')
  expect(await readGroup()).toMatchObject({ activeTimes: 2, openSpots: 6 })
  app.clock.moveTo('2026-06-02T14:12:00Z')
  expect(await readGroup()).toMatchObject({ activeTimes: 2, openSpots: 2 })
})

test('lists the same tee times to a client that announces a body and does not send it', async () => {
  const group = await make.group()
  const { id } = await make.teeTime(group)
  const request = httpGet(`${app.url}/api/groups/slug/${group.slug}/tee-times`, {
    headers: { authorization: `Bearer ${group.owner.session}`, 'content-length': 1 },
  })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  expect(await json(response)).toMatchObject([{ id }])
  request.destroy()
})
