// @module-tag thorough
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { type AlertScene, MONDAY, startAlertScene } from '../../system-tests/testing/alert-scene.ts'
import type { TestGolfer, TestGroup } from '../../system-tests/testing/factories.ts'

const DATE = '2020-06-06'

let scene: AlertScene
let group: TestGroup
let tex: TestGolfer
let eve: TestGolfer

beforeAll(async () => {
  scene = await startAlertScene()
})
afterAll(() => scene.close())
beforeEach(async () => {
  scene.app.clock.moveTo(MONDAY)
  ;({ group, tex, eve } = await scene.club())
  for (const golfer of [tex, eve]) {
    await scene.make.teeTime(group, {
      date: DATE,
      time: '09:00',
      course: 'Priddis Greens',
      players: [golfer],
    })
  }
  await scene.takeReceived()
})

const takeTextToTex = async () => {
  const { texts } = await scene.takeReceived()
  const text = texts['Tex']?.find((words) => words.includes('Overlaps')) ?? ''
  expect(segmentsOf(text)).toBe(1)
  return text
}
const lastMail = () =>
  scene.smtp.received
    .map(({ raw }) => raw.replace(/=\r?\n/g, '').replace(/\s+/g, ' '))
    .findLast((words) => words.includes('overlap'))

test("mentions the overlapping round when 'Claim a spot for me' takes a spot", async () => {
  const fullTeeTime = await scene.make.teeTime(group, {
    date: DATE,
    time: '10:00',
    maxPlayers: 1,
    players: [group.owner],
  })
  await scene.call(tex, 'post', `/api/tee-times/${fullTeeTime.id}/wait`, { autoAccept: true })
  await scene.call(group.owner, 'post', `/api/tee-times/${fullTeeTime.id}/unclaim`, {})
  expect(await takeTextToTex()).toMatch(
    /You're in: .* Overlaps your 9:00 AM round at Priddis Greens\. Reply OUT \d+ to leave\./,
  )
})

test('notifies affected players that an edit makes two rounds overlap', async () => {
  const afternoonTeeTime = await scene.make.teeTime(group, {
    date: DATE,
    time: '15:00',
    players: [tex, eve],
  })
  await scene.takeReceived()
  const { version } = (await scene.call(
    tex,
    'post',
    `/api/tee-times/${afternoonTeeTime.id}/claim`,
  )) as TeeTime
  await scene.call(group.owner, 'put', `/api/tee-times/${afternoonTeeTime.id}`, {
    time: '10:00',
    version,
  })
  expect(await takeTextToTex()).toMatch(
    /now 10:00 AM.* Overlaps your 9:00 AM round at Priddis Greens\./,
  )
  expect(lastMail()).toContain(
    "You're also playing Priddis Greens on Sat, Jun 6 at 9:00 AM with Saturday Stampede. The two rounds overlap.",
  )
  await scene.call(group.owner, 'put', `/api/tee-times/${afternoonTeeTime.id}`, {
    notes: 'Bring a jacket',
    version: version + 1,
  })
  expect((await scene.takeReceived()).texts['Tex']?.join()).not.toContain('Overlaps')
})
