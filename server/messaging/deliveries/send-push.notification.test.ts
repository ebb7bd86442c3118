import { expect, test } from 'vitest'
import { notificationOf } from './send-push.ts'

const address = 'https://golf.example/saturday-golf?t=7'

test('leaves out the instructions for replying and opens the link', () => {
  const text =
    "Fourball: A spot opened for you: #7 Sat 6/6 7:30a St. Andrew's. Take it by 2:30 PM. Reply IN 7, or OUT 7 to pass. https://golf.example/saturday-golf?t=7"
  expect(notificationOf('offer', { text, address }, 'd12')).toEqual({
    title: 'Your Spot',
    body: "A spot opened for you: #7 Sat 6/6 7:30a St. Andrew's. Take it by 2:30 PM.",
    path: '/saturday-golf?t=7',
    tag: 'd12',
    action: 'Take It',
  })
})

test('leaves out the question before the instructions', () => {
  const text =
    'Fourball: Forecast for #7 Sat May 30 8:12 AM Priddis: rain 80%. Not playing? Reply OUT 7. https://golf.example/s'
  expect(notificationOf('weather-watch', { text, address }, 'd1')).toMatchObject({
    title: 'Tee-Time Reminder',
    body: 'Forecast for #7 Sat May 30 8:12 AM Priddis: rain 80%.',
  })
})

test.each([
  [
    '5 new tee times in Friday Nine, on Sat Jun 6. Reply LIST, or see https://golf.example/f',
    'Jun 6.',
  ],
  ['5 new tee times in Friday Nine, on Sat Jun 6. See https://golf.example/f', 'Jun 6.'],
  [
    '1 of 4 filled. Reply ALERT 7 to alert the group, DROP 7 to remove an open spot. https://golf.example/f',
    '4 filled.',
  ],
  ["You're now in Friday Nine. See the tee times: https://golf.example/f", 'See the tee times.'],
])('ends with a complete sentence: %s', (text, end) => {
  const notice = notificationOf('posted', { text: `Fourball: ${text}`, address }, 'd1')
  expect(notice?.body).toMatch(new RegExp(`${end}$`))
})

test('opens the page also if the text had no room for the link; adds no button', () => {
  expect(notificationOf('posted', { text: 'Fourball: New.', address }, 'd1')).toEqual({
    title: 'New Tee Time',
    body: 'New.',
    path: '/saturday-golf?t=7',
    tag: 'd1',
  })
})

test('shortens a long text', () => {
  expect(notificationOf('changed', { text: 'x'.repeat(400), address }, 'd1')?.body).toHaveLength(
    240,
  )
})

test('makes no notification for events that are always emailed', () => {
  expect(
    notificationOf('password-changed', { text: 'Fourball: Changed.', address }, 'd1'),
  ).toBeUndefined()
})
