import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeDelayed, describeLate } from './describe-changed.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { HOSTILE, readerOf, roundOf } from './testing/rounds.ts'

const later = roundOf({ time: '08:57' })

test('shows the old and the new time of one tee time', () => {
  const message = describeDelayed([{ round: later, was: '08:12' }], readerOf())
  expect(message.text).toBe(
    'Fourball: Delayed: #7 Sat May 30 Shaganappi Point: now 8:57 AM (was 8:12). https://golf.example/stampede?t=7',
  )
  expect(message.mail.body).toContain(
    'Your new tee time: Shaganappi Point on Sat, May 30 at 8:57 AM. It was 8:12 AM.',
  )
})

test('combines several tee times of one golfer into one message', () => {
  const second = roundOf({ id: 2, number: 8, time: '12:35' })
  const message = describeDelayed(
    [
      { round: later, was: '08:12' },
      { round: second, was: '11:50' },
    ],
    readerOf(),
  )
  expect(message.text).toBe(
    'Fourball: Delayed: Sat May 30 Shaganappi Point: #7 8:57 AM (was 8:12), #8 12:35 PM (was 11:50 AM). https://golf.example/stampede',
  )
  expect(segmentsOf(message.text)).toBe(1)
})

test('says who is late and by how much', () => {
  const message = describeLate(roundOf(), readerOf(), 'Bob Hay', 20)
  expect(message.text).toBe(
    'Fourball: Bob is running 20 min late. #7 Sat May 30 8:12 AM Shaganappi Point. https://golf.example/stampede?t=7',
  )
  expect(message.mail.subject).toBe('Bob Hay is running 20 minutes late')
})

test.each(HOSTILE)('keeps %j as plain text in a course, a group and a name', (hostile) => {
  const typed = roundOf({ course: hostile, groupName: hostile })
  const plain = roundOf({ course: 'Kananaskis' })
  expectHarmless(
    describeDelayed([{ round: typed, was: '07:00' }], readerOf()),
    describeDelayed([{ round: plain, was: '07:00' }], readerOf()),
  )
  expectHarmless(
    describeLate(typed, readerOf(), hostile, 30),
    describeLate(plain, readerOf(), 'Bob', 30),
  )
})
