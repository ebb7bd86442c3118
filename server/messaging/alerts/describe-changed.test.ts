import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import {
  describeChanged,
  describeZoneChange,
  type TeeTimeBefore,
  teeTimeBefore,
} from './describe-changed.ts'
import type { TeeTimeToNotify } from './store.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { buildReader, buildRound, HOSTILE_INPUTS } from './testing/rounds.ts'

const WAS: TeeTimeBefore = {
  course: 'Shaganappi Point',
  date: '2026-05-30',
  time: '08:12',
  maxPlayers: 4,
  notes: null,
}

test.each<[Partial<TeeTimeToNotify>, string, string]>([
  [
    { time: '08:30' },
    '#7 Sat May 30 Shaganappi Point: now 8:30 AM (was 8:12).',
    "Your tee time has changed. What's different: the time (was 8:12 AM). It's now at Shaganappi Point on Sat, May 30 at 8:30 AM.",
  ],
  [
    { time: '13:30' },
    '#7 Sat May 30 Shaganappi Point: now 1:30 PM (was 8:12 AM).',
    "Your tee time has changed. What's different: the time (was 8:12 AM).",
  ],
  [
    { date: '2026-05-31' },
    '#7 8:12 AM Shaganappi Point: now Sun May 31 (was Sat May 30).',
    "Your tee time has changed. What's different: the date (was Sat, May 30).",
  ],
  [
    { date: '2026-05-31', time: '09:00' },
    '#7 Shaganappi Point: now Sun May 31 9:00 AM (was Sat May 30 8:12 AM).',
    "Your tee time has changed. What's different: the date (was Sat, May 30) and the time (was 8:12 AM).",
  ],
  [
    { course: 'Kananaskis', maxPlayers: 3, notes: 'Carts at 7:30' },
    '#7 Sat May 30 8:12 AM: now Kananaskis (was Shaganappi Point), 3 spots (was 4), new notes.',
    "Your tee time has changed. What's different: the course (was Shaganappi Point), the number of spots (now 3, was 4), and the notes. It's now at Kananaskis on Sat, May 30 at 8:12 AM.\n\nNotes: Carts at 7:30\n",
  ],
  [
    { notes: 'Carts' },
    '#7 Sat May 30 8:12 AM Shaganappi Point: new notes.',
    "Your tee time has changed. What's different: the notes. It's at Shaganappi Point on Sat, May 30 at 8:12 AM.\n\nNotes: Carts\n",
  ],
])('describes a change to %j', (now, sentence, mailed) => {
  const message = describeChanged(buildRound(now), buildReader(), WAS)
  expect(message?.text).toBe(`Fourball: ${sentence} https://golf.example/stampede?t=7`)
  expect(segmentsOf(message?.text ?? '')).toBe(1)
  expect(message?.mail.body).toContain(mailed)
})

test('writes no message if nothing changed', () => {
  expect(describeChanged(buildRound(), buildReader(), WAS)).toBeUndefined()
})

test('shows the time zone to a golfer in another time zone', () => {
  const message = describeChanged(
    buildRound({ time: '08:30' }),
    buildReader({ timeZone: 'UTC' }),
    WAS,
  )
  expect(message?.text).toContain('now 8:30 AM MDT (was 8:12).')
})

test('warns of an overlapping round', () => {
  const where = { course: 'Priddis', date: WAS.date, time: '09:00', groupName: 'Friday Nine' }
  const overlap = { teeTimeId: 71, groupId: 5, ...where }
  const message = describeChanged(buildRound({ time: '08:30' }), buildReader(), WAS, overlap)
  expect(message?.text).toBe(
    'Fourball: #7 Sat May 30 Shaganappi Point: now 8:30 AM (was 8:12). Overlaps your 9:00 AM round at Priddis. https://golf.example/stampede?t=7',
  )
})

test("describes the group's new time zone", () => {
  const round = buildRound({ zone: 'America/Toronto' })
  const other = buildRound({ zone: 'America/Toronto', number: 8, date: '2026-05-31' })
  expect(describeZoneChange([round], buildReader()).text).toBe(
    'Fourball: Saturday Stampede is now on EDT. Your tee times stay the same: #7 Sat May 30 8:12 AM. https://golf.example/stampede',
  )
  const many = describeZoneChange([round, other, other, other], buildReader())
  expect(many.text).toBe(
    'Fourball: Saturday Stampede is now on EDT. Your tee times stay the same: #7 Sat May 30 8:12 AM and 3 more. https://golf.example/stampede',
  )
  expect(segmentsOf(many.text)).toBe(1)
  expect(many.mail.body).toContain('Shaganappi Point on Sun, May 31 at 8:12 AM EDT')
})

test('ignores the data of another event', () => {
  expect(teeTimeBefore.safeParse(WAS).data).toEqual(WAS)
  expect(teeTimeBefore.safeParse({ zone: 'America/Toronto' }).data).toBeUndefined()
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a course, notes and a group', (hostile) => {
  const typed = { course: hostile, notes: hostile, groupName: hostile }
  const plain = { course: 'Kananaskis', notes: 'fine' }
  expectHarmless(
    describeChanged(buildRound(typed), buildReader(), { ...WAS, course: `${hostile} before` }),
    describeChanged(buildRound(plain), buildReader(), WAS),
  )
  expectHarmless(
    describeZoneChange([buildRound(typed)], buildReader()),
    describeZoneChange([buildRound(plain)], buildReader()),
  )
})
