import { expect, test } from 'vitest'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { describeSpots } from './describe-spots.ts'

const PLACE = { groupName: 'Saturday Stampede', link: 'https://golf.example/stampede' }
const CREATOR = { id: 1, name: 'Ann Lee' }

function cardOf(names: string[], given: Partial<TeeTime> = {}): TeeTime {
  const maxPlayers = given.maxPlayers ?? 4
  return {
    id: 7,
    groupId: 3,
    number: 7,
    creatorId: CREATOR.id,
    creator: CREATOR,
    creatorHasLeft: false,
    course: 'Shaganappi Point',
    date: '2026-05-30',
    time: '08:12',
    startsAt: '2026-05-30T14:12:00Z',
    cost: 0,
    notes: null,
    maxPlayers,
    participants: names.map((name, index) => ({ id: index + 10, name })),
    availableSpots: maxPlayers - names.length,
    version: 4,
    ...given,
  }
}

test.each<[string[], string, string]>([
  [
    [],
    '0 of 4 filled',
    'At Shaganappi Point on Sat, May 30 at 8:12 AM, nobody has a spot now; 4 spots are open.',
  ],
  [
    ['Bob'],
    '1 of 4 filled',
    'At Shaganappi Point on Sat, May 30 at 8:12 AM, 1 of 4 spots is filled by Bob; 3 spots are open.',
  ],
  [
    ['Bob', 'Cy'],
    '2 of 4 filled',
    'At Shaganappi Point on Sat, May 30 at 8:12 AM, 2 of 4 spots are filled by Bob and Cy; 2 spots are open.',
  ],
  [
    ['Bob', 'Cy', 'Di', 'Ed'],
    '4 of 4 filled',
    'At Shaganappi Point on Sat, May 30 at 8:12 AM, 4 of 4 spots are filled by Bob, Cy, Di and Ed; no spot is open.',
  ],
])('%j', (names, filled, sentence) => {
  const mail = describeSpots(cardOf(names), PLACE)
  expect(mail.subject).toBe(`Shaganappi Point, Sat, May 30, 8:12 AM: ${filled}`)
  expect(mail.body).toBe(
    `${sentence}\n\nSee the tee time: https://golf.example/stampede\n\n` +
      'You get this email because you posted this tee time in Saturday Stampede on Fourball.\n',
  )
  expect(mail.html).toContain(`<p>${sentence}</p>`)
  expect(mail.html).toContain('<a href="https://golf.example/stampede"')
})

test('the creator is you', () => {
  const card = cardOf([], { participants: [CREATOR, { id: 2, name: 'Bob' }], availableSpots: 2 })
  expect(describeSpots(card, PLACE).body).toContain('filled by you and Bob; 2 spots are open.')
})

const HOSTILE = [
  'Eve\r\nBcc: eve@evil.example',
  'Eve\u2028\u2029\u0085\u0000next',
  '\u202eevE\u202c \u2066x\u2069',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt; &amp; co',
  '$& $1 {link} \\n %0d%0a',
]

test.each(HOSTILE)('%j as a name, a course and a group stays text on one line', (hostile) => {
  const plain = describeSpots(cardOf(['Bob']), PLACE)
  const mail = describeSpots(cardOf([hostile], { course: hostile }), {
    ...PLACE,
    groupName: hostile,
  })
  const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
  expect(mail.subject).not.toMatch(forbidden)
  expect(mail.body.replaceAll('\n', '')).not.toMatch(forbidden)
  expect(mail.html.replaceAll('\n', '')).not.toMatch(forbidden)
  expect(mail.body.split('\n')).toHaveLength(plain.body.split('\n').length)
  // The markup is the same, tag for tag, as that around harmless names.
  const tags = (markup: string) => markup.match(/<[^>]*>?/g)
  expect(tags(mail.html)).toEqual(tags(plain.html))
})

test('what has nothing printable gets a stand-in', () => {
  const mail = describeSpots(cardOf(['\u202e\u0001'], { course: '\u2028' }), {
    ...PLACE,
    groupName: '\r\n',
  })
  expect(mail.subject).toMatch(/^the course, Sat/)
  expect(mail.body).toContain('filled by a golfer;')
  expect(mail.body).toContain('in your group on Fourball.')
})
