import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeWeather } from './describe-changed.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { buildReader, buildRound, HOSTILE_INPUTS } from './testing/rounds.ts'

const RAIN = { rain: 80, wind: undefined, cold: undefined }

test('shows the forecast values that reach the limits, and how to leave', () => {
  const message = describeWeather(buildRound(), buildReader(), RAIN)
  expect(message.text).toBe(
    'Fourball: Forecast for #7 Sat May 30 8:12 AM Shaganappi Point: rain 80%. Not playing? Reply OUT 7. https://golf.example/stampede?t=7',
  )
  expect(message.mail.subject).toBe('Still in? Shaganappi Point, Sat, May 30, 8:12 AM: rain 80%')
})

test('fits everything in one segment', () => {
  const message = describeWeather(buildRound(), buildReader(), { rain: 100, wind: 65, cold: -12 })
  expect(message.text).toContain(': rain 100%, wind 65 km/h, -12 C. Not playing?')
  expect(segmentsOf(message.text)).toBe(1)
  expect(message.mail.body).toContain(': rain 100%, wind 65 km/h, and -12°C.')
})

test("leaves out 'Forecast for' rather than the link", () => {
  const round = buildRound({ number: 123, slug: 'early-birds-of-the-valley' })
  const message = describeWeather(round, buildReader(), { rain: 100, wind: 65, cold: -12 })
  expect(message.text).toBe(
    'Fourball: #123 Sat May 30 8:12 AM Shaganappi: rain 100%, wind 65 km/h, -12 C. Not playing? Reply OUT 123. https://golf.example/early-birds-of-the-valley?t=123',
  )
  expect(segmentsOf(message.text)).toBe(1)
})

test('warns after the cut-off that a player who leaves may have to pay', () => {
  const round = buildRound({ cancelHours: 24 })
  const { text, mail } = describeWeather(round, buildReader(), RAIN)
  expect(text).toContain(' Not playing? Reply OUT 7, but you may have to pay. ')
  expect(mail.body).toContain('The cut-off has passed, so you may have to pay')
  const long = buildRound({ cancelHours: 24, number: 123, slug: 'early-birds-of-the-valley' })
  const problem = { rain: 100, wind: 65, cold: -12 }
  const longText = describeWeather(long, buildReader(), problem).text
  expect(segmentsOf(longText), longText).toBe(1)
  expect(longText).toMatch(/Reply OUT 123, but you may have to pay\.$/)
})

test("uses the group's units", () => {
  const round = buildRound({ units: 'imperial' })
  const message = describeWeather(round, buildReader(), { rain: 100, wind: 65, cold: -12 })
  expect(message.text).toContain(': rain 100%, wind 40 mph, 10 F. Not playing?')
  expect(segmentsOf(message.text)).toBe(1)
  expect(message.mail.body).toContain(': rain 100%, wind 40 mph, and 10°F.')
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a course and a group', (hostile) => {
  expectHarmless(
    describeWeather(buildRound({ course: hostile, groupName: hostile }), buildReader(), RAIN),
    describeWeather(buildRound({ course: 'Kananaskis' }), buildReader(), RAIN),
  )
})
