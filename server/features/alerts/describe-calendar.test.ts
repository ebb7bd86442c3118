import { expect, test } from 'vitest'
import { describeCalendar } from './describe-calendar.ts'
import { ANN, CY, HOSTILE, readerOf, roundOf } from './testing/rounds.ts'

/** Folded lines joined (RFC 5545, 3.1). */
const linesOf = (calendar: string) => calendar.replace(/\r\n[ \t]/g, '').split('\r\n')

test('a round in a calendar', () => {
  expect(linesOf(describeCalendar(roundOf({ players: [ANN, CY] }), readerOf()))).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fourball//Tee times//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:tee-time-70@golf.example',
    'SEQUENCE:3',
    'DTSTAMP:20260529T200000Z',
    'DTSTART:20260530T141200Z',
    'DTEND:20260530T184200Z',
    'SUMMARY:Golf: Shaganappi Point',
    'LOCATION:Shaganappi Point',
    'DESCRIPTION:With Ann Lee',
    'URL;VALUE=URI:https://golf.example/stampede?t=7',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ])
})

test('a cancelled one takes it out again', () => {
  const cancelled = roundOf({ version: 4, cancelledAt: new Date('2026-05-29T19:00:00Z') })
  const lines = linesOf(describeCalendar(cancelled, readerOf()))
  expect(lines).toContain('UID:tee-time-70@golf.example')
  expect(lines).toContain('SEQUENCE:4')
  expect(lines).toContain('STATUS:CANCELLED')
})

test.each(HOSTILE)('%j as a course and a name begins no line of its own', (hostile) => {
  const evil = roundOf({ course: hostile, players: [{ id: 9, name: hostile }, CY] })
  const names = (calendar: string) => linesOf(calendar).map((line) => line.split(/[:;]/)[0])
  expect(names(describeCalendar(evil, readerOf()))).toEqual(
    names(describeCalendar(roundOf({ players: [ANN, CY] }), readerOf())),
  )
})
