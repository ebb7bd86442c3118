import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, line, localTime } from './fields.ts'

/** Per golfer and group. */
export const MAX_SAVED_ALERTS = 5
export const MAX_SAVED_ALERT_COURSE_LENGTH = 60
export const HEAD_START_MINUTES = 10

/** ISO 8601: from 1 (Monday) to 7 (Sunday). */
const weekday = z.int().check(z.minimum(1), z.maximum(7))

export const savedAlert = z.object({
  id,
  days: z.array(weekday),
  /** The earliest and latest tee-off that matches, local to the group; null for no limit. */
  notBefore: z.nullable(localTime),
  notAfter: z.nullable(localTime),
  course: z.nullable(z.string()),
})
export type SavedAlert = z.output<typeof savedAlert>

export const savedAlertForm = z
  .object({
    days: z.array(weekday).check(
      z.minLength(1, 'Pick a day'),
      z.maxLength(7),
      z.refine((days) => new Set(days).size === days.length, 'Pick each day only once'),
    ),
    notBefore: z.optional(z.nullable(localTime)),
    notAfter: z.optional(z.nullable(localTime)),
    course: z.optional(z.nullable(line(MAX_SAVED_ALERT_COURSE_LENGTH))),
  })
  .check(
    z.refine(
      ({ notBefore, notAfter }) => notBefore == null || notAfter == null || notBefore <= notAfter,
      { path: ['notAfter'], message: `This can't be before the "No Earlier Than" time` },
    ),
  )

export const listMySavedAlerts = endpoint('GET', '/api/groups/{id}/my-wishes', {
  summary: 'My saved alerts in a group',
  response: z.array(savedAlert),
})

export const createSavedAlert = endpoint('POST', '/api/groups/{id}/my-wishes', {
  summary:
    'Save an alert: matching tee times reach me ten minutes before the others. Returns all my saved alerts',
  body: savedAlertForm,
  response: z.array(savedAlert),
  status: 201,
  once: true,
})

export const deleteSavedAlert = endpoint('DELETE', '/api/groups/{id}/my-wishes/{savedAlertId}', {
  summary: 'Delete one of my saved alerts; returns the remaining ones',
  response: z.array(savedAlert),
})
