import { expect, test } from 'vitest'
import { describeSavedAlert } from './SavedAlerts.tsx'

const withoutLimits = { notBefore: null, notAfter: null, course: null }

test.each([
  [{ ...withoutLimits, days: [6], notAfter: '10:00' }, 'Saturdays, no later than 10:00 AM'],
  [{ ...withoutLimits, days: [6, 7] }, 'Saturdays and Sundays'],
  [
    { ...withoutLimits, days: [1, 3, 5], notBefore: '17:00' },
    'Mondays, Wednesdays, and Fridays, no earlier than 5:00 PM',
  ],
  [{ ...withoutLimits, days: [1, 2, 3, 4, 5] }, 'Weekdays'],
  [
    { days: [1, 2, 3, 4, 5, 6, 7], notBefore: '08:00', notAfter: '10:30', course: 'links' },
    'Any day, from 8:00 AM to 10:30 AM, at a course with "links" in its name',
  ],
])('describes the alert %j as: %s', (alert, words) => {
  expect(describeSavedAlert(alert)).toBe(words)
})
