import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeOpenSpot, describePosted } from './describe-offers.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, BOB, buildReader, buildRound, DI, HOSTILE_INPUTS } from './testing/rounds.ts'

const LATER = buildRound({
  number: 8,
  course: 'Kananaskis',
  date: '2026-05-31',
  time: '14:00',
  players: [ANN],
})
const FAR = buildRound({ number: 9, date: '2026-06-20', course: 'Silvertip' })
const FOURTH = buildRound({ number: 10, date: '2026-06-21' })
const LONG = buildRound({
  number: 123,
  course: 'Kananaskis Country Golf Course, Mount Kidd – Überlänge',
  creatorName: 'Maximiliana-Josephina Example',
  slug: 'saturday-stampede-of-calgary-9',
})

test.each([
  [
    'one',
    [buildRound()],
    {},
    'Fourball: 2 spots open: #7 Sat May 30 8:12 AM Shaganappi Point (Ann). Reply IN 7. https://golf.example/stampede?t=7',
  ],
  [
    'one with a single spot left, for a golfer whose clock differs',
    [buildRound({ players: [ANN, BOB, DI] })],
    { timeZone: 'America/Toronto' },
    'Fourball: 1 spot open: #7 Sat May 30 8:12 AM MDT Shaganappi Point (Ann). Reply IN 7. https://golf.example/stampede?t=7',
  ],
  [
    'one, for a golfer in another zone with the same clock',
    [buildRound()],
    { timeZone: 'America/Denver' },
    'Fourball: 2 spots open: #7 Sat May 30 8:12 AM Shaganappi Point (Ann). Reply IN 7. https://golf.example/stampede?t=7',
  ],
  [
    'one with long names',
    [LONG],
    {},
    'Fourball: 2 spots open: #123 Sat May 30 8:12 AM Kananaskis Country Golf (Maximiliana). Reply IN 123. https://golf.example/saturday-stampede-of-calgary-9?t=123',
  ],
  [
    'two',
    [buildRound(), LATER],
    {},
    'Fourball: New: #7 Sat May 30 8:12 AM Shaganappi Point, 2 spots; #8 Sun May 31 2:00 PM Kananaskis, 3 spots. Reply IN 7 or IN 8. https://golf.example/stampede',
  ],
  [
    'three',
    [buildRound(), LATER, FAR],
    {},
    'Fourball: 3 new tee times in Saturday Stampede, Sat May 30 to Sat Jun 20. Reply LIST, or see https://golf.example/stampede',
  ],
  [
    'four',
    [buildRound(), LATER, FAR, FOURTH],
    {},
    'Fourball: 4 new tee times in Saturday Stampede, Sat May 30 to Sun Jun 21. Reply LIST, or see https://golf.example/stampede',
  ],
  [
    'four, none within a week',
    [FAR, FAR, FAR, FAR],
    {},
    'Fourball: 4 new tee times in Saturday Stampede, on Sat Jun 20. See https://golf.example/stampede',
  ],
] as const)('describes new tee times: %s', (_, [first, ...others], reader, text) => {
  const wording = describePosted([first, ...others], buildReader(reader)).text
  expect(wording).toBe(text)
  expect(segmentsOf(wording)).toBe(1)
})

test('adds a plus sign to the count if more tee times were posted', () => {
  const { text, mail } = describePosted([buildRound(), LATER, FAR, FOURTH], buildReader(), {
    hasMore: true,
  })
  expect(text).toBe(
    'Fourball: 4+ new tee times in Saturday Stampede, starting Sat May 30. Reply LIST, or see https://golf.example/stampede',
  )
  expect(mail.subject).toBe('4+ new tee times in Saturday Stampede')
})

test('describes a new tee time by email', () => {
  const { mail } = describePosted(
    [buildRound({ notes: 'Meet at 7:30\nby the shop' })],
    buildReader(),
  )
  expect(mail.subject).toBe('Shaganappi Point, Sat, May 30, 8:12 AM: 2 spots open')
  expect(mail.body).toBe(
    [
      'Ann Lee posted a tee time at Shaganappi Point on Sat, May 30 at 8:12 AM. 2 of 4 spots are open.',
      'Notes: Meet at 7:30 by the shop',
      'Claim a Spot: https://golf.example/stampede?t=7',
      "You're getting this email because a tee time was posted in Saturday Stampede on Fourball.\nTurn off this kind of message: https://golf.example/unsubscribe/abc/posted\n",
    ].join('\n\n'),
  )
  expect(mail.html).toContain('<a href="https://golf.example/unsubscribe/abc/posted"')
})

test('combines several tee times into one email', () => {
  const { mail } = describePosted([buildRound(), LATER], buildReader())
  expect(mail.subject).toBe('2 new tee times in Saturday Stampede')
  expect(mail.body).toContain('Kananaskis on Sun, May 31 at 2:00 PM. 3 of 4 spots are open.')
  expect(mail.body).toContain('See the Tee Times: https://golf.example/stampede\n')
})

test('describes a spot that opened', () => {
  const { text, mail } = describeOpenSpot(buildRound({ players: [ANN, BOB, DI] }), buildReader())
  expect(text).toBe(
    'Fourball: 1 spot open again: #7 Sat May 30 8:12 AM Shaganappi Point (Ann). Reply IN 7. https://golf.example/stampede?t=7',
  )
  expect(mail.subject).toBe('Shaganappi Point, Sat, May 30, 8:12 AM: 1 spot open again')
  expect(mail.body).toContain('8:12 AM. 1 of 4 spots is open.')
})

test.each(HOSTILE_INPUTS)(
  'keeps %j as plain text in a name, a course, notes and a group',
  (hostile) => {
    const typed = { creatorName: hostile, course: hostile, notes: hostile, groupName: hostile }
    const hostileRound = buildRound(typed)
    const plainRound = buildRound({ notes: 'fine' })
    const to = buildReader()
    expectHarmless(describePosted([hostileRound], to), describePosted([plainRound], to))
    expectHarmless(
      describePosted([hostileRound, hostileRound], to),
      describePosted([plainRound, plainRound], to),
    )
    expectHarmless(
      describePosted([hostileRound, hostileRound, hostileRound, hostileRound], to),
      describePosted([plainRound, plainRound, plainRound, plainRound], to),
    )
    expectHarmless(describeOpenSpot(hostileRound, to), describeOpenSpot(plainRound, to))
  },
)
