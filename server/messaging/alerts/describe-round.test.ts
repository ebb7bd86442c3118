import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeCancelled, describeReminder, describeSpots } from './describe-round.ts'
import type { Reader } from './format-for-reader.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, BOB, buildReader, buildRound, CY, DI, HOSTILE_INPUTS } from './testing/rounds.ts'

const LONG_NAMES = [ANN, BOB, CY, DI].map(({ id }) => ({
  id,
  name: `Bartholomew-Maximus${id} Long`,
}))
const LONG = buildRound({
  number: 123,
  course: 'Kananaskis Country Golf Course',
  slug: 'saturday-stampede-of-calgary-9',
  players: LONG_NAMES,
  maxPlayers: 8,
})

const toCreator = buildReader({ golferId: ANN.id })

test.each([
  [
    buildRound({ players: [] }),
    'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point: 0 of 4 filled. https://golf.example/stampede?t=7',
    '0 of 4 filled',
    'No one is in your tee time at Shaganappi Point on Sat, May 30 at 8:12 AM anymore. 4 spots are open.',
  ],
  [
    buildRound({ players: [BOB] }),
    'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point: 1 of 4 filled (Bob). https://golf.example/stampede?t=7',
    '1 of 4 filled',
    '1 of 4 spots is filled at Shaganappi Point on Sat, May 30 at 8:12 AM: Bob Hill. 3 spots are open.',
  ],
  [
    buildRound({ players: [ANN, BOB, CY] }),
    'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point: 3 of 4 filled (you, Bob, and Cy). https://golf.example/stampede?t=7',
    '3 of 4 filled',
    '3 of 4 spots are filled at Shaganappi Point on Sat, May 30 at 8:12 AM: you, Bob Hill, and Cy Young. 1 spot is open.',
  ],
  [
    buildRound({ players: [ANN, BOB, CY, DI] }),
    'Fourball: #7 Sat May 30 8:12 AM Shaganappi Point is full: you, Bob, Cy, and Di. https://golf.example/stampede?t=7',
    '4 of 4 filled',
    '4 of 4 spots are filled at Shaganappi Point on Sat, May 30 at 8:12 AM: you, Bob Hill, Cy Young, and Di Park. No spots are open.',
  ],
])('describes filled spots in message %#', (round, text, filled, sentence) => {
  const message = describeSpots(round, toCreator)
  expect(message.text).toBe(text)
  expect(message.mail.subject).toBe(`Shaganappi Point, Sat, May 30, 8:12 AM: ${filled}`)
  expect(message.mail.body).toBe(
    `${sentence}\n\nSee the Tee Time: https://golf.example/stampede?t=7\n\n` +
      "You're getting this email because you posted this tee time in Saturday Stampede on Fourball.\n" +
      'Turn off this kind of message: https://golf.example/unsubscribe/abc/posted\n',
  )
  expect(message.mail.html).toContain(`<p>${sentence}</p>`)
})

test.each<[string, Partial<Reader>, 'evening' | 'soon', string]>([
  ['the evening before', {}, 'evening', 'tomorrow'],
  [
    'the evening before, when it is past midnight for the golfer',
    { timeZone: 'Europe/London', now: new Date('2026-05-30T01:00:00Z') },
    'evening',
    'today',
  ],
  ['3 hours before', { now: new Date('2026-05-30T11:12:00Z') }, 'soon', 'in 3 hours'],
  [
    'a little later than 3 hours before',
    { now: new Date('2026-05-30T11:16:00Z') },
    'soon',
    'in 3 hours',
  ],
  ['2 hours before', { now: new Date('2026-05-30T12:12:00Z') }, 'soon', 'today'],
])('describes the reminder for %s', (_, reader, kind, when) => {
  const { text, mail } = describeReminder(
    buildRound({ players: [BOB, CY, ANN] }),
    buildReader(reader),
    kind,
  )
  const time = reader.timeZone === undefined ? '8:12 AM' : '8:12 AM MDT'
  expect(text).toContain(
    `Fourball: You tee off ${when}: #7 Sat May 30 ${time} Shaganappi Point, with Bob and Ann.`,
  )
  expect(text).toMatch(/ https:\/\/golf\.example\/stampede\?t=7$/)
  expect(mail.subject).toBe(`You tee off ${when}: Shaganappi Point, Sat, May 30, ${time}`)
  expect(mail.body).toContain('Playing with you: Bob Hill and Ann Lee.')
})

test('describes a round without other players, with notes', () => {
  const { text, mail } = describeReminder(
    buildRound({ players: [CY], notes: 'Carts are booked' }),
    buildReader(),
    'evening',
  )
  expect(text).toBe(
    'Fourball: You tee off tomorrow: #7 Sat May 30 8:12 AM Shaganappi Point. Reply OUT 7 to give up your spot. https://golf.example/stampede?t=7',
  )
  expect(mail.body).toContain('No one else has a spot yet.\n\nNotes: Carts are booked\n')
})

test('warns in the reminder that a player who leaves after the cut-off may have to pay', () => {
  const round = buildRound({ players: [CY], cancelHours: 24 })
  expect(describeReminder(round, buildReader(), 'evening').text).toContain(
    ' Reply OUT 7 to leave, but you may have to pay. ',
  )
})

test('mentions guests as fellow players', () => {
  const round = buildRound({ players: [CY], guests: 1 })
  const { text, mail } = describeReminder(round, buildReader(), 'evening')
  expect(text).toContain(' Shaganappi Point, with 1 guest. ')
  expect(mail.body).toContain('Playing with you: 1 guest.')
})

test('describes a canceled round', () => {
  const { text, mail } = describeCancelled(buildRound(), buildReader(), 'Ann Lee')
  expect(text).toBe(
    'Fourball: Cancelled by Ann: #7 Sat May 30 8:12 AM Shaganappi Point. https://golf.example/stampede',
  )
  expect(mail.subject).toBe('Cancelled: Shaganappi Point, Sat, May 30, 8:12 AM')
  expect(mail.body).toContain(
    'Ann Lee cancelled the tee time at Shaganappi Point on Sat, May 30 at 8:12 AM.\n',
  )
  expect(describeCancelled(buildRound(), buildReader(), undefined).mail.body).toContain(
    'Someone cancelled',
  )
})

test.each([
  describeSpots(LONG, toCreator).text,
  describeCancelled(LONG, buildReader({ timeZone: 'Asia/Kathmandu' }), LONG_NAMES[0]?.name).text,
  describeReminder(LONG, buildReader({ timeZone: 'Asia/Kathmandu' }), 'evening').text,
])('fits long names in one segment: %s', (text) => {
  expect(segmentsOf(text)).toBe(1)
  expect(text).toContain('#123')
  expect(text).toContain('Kananaskis Country')
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a name, a course and a group', (hostile) => {
  const players = [{ id: 9, name: hostile }, CY]
  const hostileRound = buildRound({ course: hostile, groupName: hostile, notes: hostile, players })
  const plainRound = buildRound({ notes: 'fine', players: [BOB, CY] })
  const to = buildReader()
  expectHarmless(describeSpots(hostileRound, to), describeSpots(plainRound, to))
  expectHarmless(
    describeCancelled(hostileRound, to, hostile),
    describeCancelled(plainRound, to, 'Ann'),
  )
  expectHarmless(
    describeReminder(hostileRound, to, 'evening'),
    describeReminder(plainRound, to, 'evening'),
  )
})

test('replaces input that has no printable characters', () => {
  const players = [{ id: 9, name: '\u202e\u0001' }]
  const { text, mail } = describeSpots(
    buildRound({ course: '\u2028', groupName: '\r\n', players }),
    toCreator,
  )
  expect(text).toContain('8:12 AM the course: 1 of 4 filled (a golfer).')
  expect(mail.subject).toMatch(/^the course, Sat/)
  expect(mail.body).toContain(' is filled at the course on Sat, May 30 at 8:12 AM: a golfer. ')
  expect(mail.body).toContain('in your group on Fourball.')
})
