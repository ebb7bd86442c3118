import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeDelayed, describeLate } from './describe-changed.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, buildReader, buildRound, CY, DI, HOSTILE_INPUTS } from './testing/rounds.ts'

const delayedRound = buildRound({ time: '08:57', players: [ANN, CY] })

test('shows the old and the new time of one tee time', () => {
  const message = describeDelayed([delayedRound], buildReader(), { [delayedRound.id]: '08:12' })
  expect(message.text).toBe(
    'Fourball: Delayed: #7 Sat May 30 Shaganappi Point: now 8:57 AM (was 8:12). https://golf.example/stampede?t=7',
  )
  expect(message.mail.body).toContain(
    'Your tee time at Shaganappi Point on Sat, May 30 is delayed to 8:57 AM (was 8:12 AM).',
  )
})

test('combines several tee times of one golfer into one message', () => {
  const second = buildRound({ id: 2, number: 8, time: '12:35', players: [CY] })
  const oldTimes = { [delayedRound.id]: '08:12', [second.id]: '11:50' }
  const message = describeDelayed([delayedRound, second], buildReader(), oldTimes)
  expect(message.text).toBe(
    'Fourball: Delayed: Sat May 30 Shaganappi Point: #7 8:57 AM (was 8:12), #8 12:35 PM (was 11:50 AM). https://golf.example/stampede',
  )
  expect(segmentsOf(message.text)).toBe(1)
})

test.each([
  [
    'waits',
    'waiting-list',
    CY.id,
    'Waiting list: ',
    "tee time you're waiting for",
    "you're waiting for a spot in",
  ],
  [
    'has a reservation',
    'reservation',
    CY.id,
    'Reserved for you: ',
    'tee time with a spot reserved for you',
    'a spot is reserved for you in',
  ],
  ['posted the tee time', null, DI.id, '', 'tee time you posted', 'you posted'],
] as const)(
  'uses other words for a golfer who %s',
  (_, insteadOfSpot, golferId, lead, subject, because) => {
    const round = { ...delayedRound, players: [ANN], insteadOfSpot }
    const { text, mail } = describeDelayed([round], buildReader({ golferId }), {
      [round.id]: '08:12',
    })
    expect(text).toContain(`Fourball: ${lead}Delayed: #7 Sat May 30`)
    expect(mail.body).toContain(`The ${subject} at Shaganappi Point on `)
    expect(mail.body).toContain(`because ${because} this tee time in Saturday Stampede`)
  },
)

test('says who is late and by how much', () => {
  const message = describeLate(buildRound(), buildReader(), 'Bob Hay', 20)
  expect(message.text).toBe(
    'Fourball: Bob is running 20 min late. #7 Sat May 30 8:12 AM Shaganappi Point. https://golf.example/stampede?t=7',
  )
  expect(message.mail.subject).toBe('Bob Hay is running 20 minutes late')
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a course, a group and a name', (hostile) => {
  const typed = buildRound({ course: hostile, groupName: hostile })
  const plain = buildRound({ course: 'Kananaskis' })
  expectHarmless(
    describeDelayed([typed], buildReader(), { [typed.id]: '07:00' }),
    describeDelayed([plain], buildReader(), { [plain.id]: '07:00' }),
  )
  expectHarmless(
    describeLate(typed, buildReader(), hostile, 30),
    describeLate(plain, buildReader(), 'Bob', 30),
  )
})
