import * as z from 'zod/mini'
import { alertEvent } from './alerts.ts'
import { myCalendarLink } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, localDate, localTime, password, personName, phoneNumber } from './fields.ts'
import { deliveryStatus, messageChannel } from './messages.ts'
import { choices, memberChoices } from './preferences.ts'
import { savedAlert } from './saved-alerts.ts'
import { user } from './sessions.ts'

export const phoneForm = z.object({ phone: phoneNumber('Phone number is required') })

export const updatePhone = endpoint('PUT', '/api/auth/update-phone', {
  summary: 'Change my phone number, or confirm it by sending the same one',
  body: phoneForm,
  response: user,
})

export const nameForm = z.object({ name: personName() })

export const updateName = endpoint('PUT', '/api/auth/update-name', {
  summary: 'Change my name',
  body: nameForm,
  response: user,
})

/** `date` and `time` are local to the group. */
const teeTimeFields = {
  groupName: z.string(),
  course: z.string(),
  date: localDate,
  time: localTime,
}

export const myData = z.object({
  golfer: user,
  groups: z.array(
    z.object({
      id,
      name: z.string(),
      slug: z.string(),
      role: z.enum(['owner', 'admin', 'member']),
      joinedAt: instant,
      ...memberChoices,
    }),
  ),
  /** Tee times that I posted or play in, latest tee-off first. */
  teeTimes: z.array(
    z.object({
      id,
      ...teeTimeFields,
      notes: z.nullable(z.string()),
      posted: z.boolean(),
      hasSpot: z.boolean(),
      guests: z.array(z.string()),
      cancelled: z.boolean(),
    }),
  ),
  /** First the waiting lists that I am on, then the spots that are reserved for me, both newest first. */
  waiting: z.array(
    z.object({
      ...teeTimeFields,
      /** Null for a reserved spot. */
      joinedAt: z.nullable(instant),
      autoAccept: z.boolean(),
      heldUntil: z.nullable(instant),
    }),
  ),
  /** Spots that I left after the cut-off and that nobody has taken since. Only in upcoming tee times. */
  owedSpots: z.array(z.object({ ...teeTimeFields, since: instant })),
  waitingEvents: z.array(
    z.object({ groupName: z.string(), course: z.string(), event: z.string(), at: instant }),
  ),
  /** My latest report of running late for each tee time. */
  lateNotices: z.array(z.object({ ...teeTimeFields, minutes: z.int(), at: instant })),
  recurringTeeTimes: z.array(
    z.object({
      groupName: z.string(),
      course: z.string(),
      time: localTime,
      everyWeeks: z.int(),
      daysAhead: z.int(),
      notes: z.nullable(z.string()),
      createdAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
  savedAlerts: z.array(z.extend(z.omit(savedAlert, { id: true }), { groupName: z.string() })),
  joinRequests: z.array(
    z.object({
      groupName: z.string(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      createdAt: instant,
      decision: z.nullable(z.enum(['accepted', 'declined'])),
    }),
  ),
  /** Invitations to my email address. The inviter, or a visitor asking to join, typed the name and phone. */
  invitations: z.array(
    z.object({
      groupName: z.string(),
      name: z.string(),
      phone: z.string(),
      createdAt: instant,
      decision: z.nullable(z.enum(['accepted', 'declined', 'withdrawn'])),
    }),
  ),
  /** Groups that I signed up for but that have not started yet. */
  waitingGroups: z.array(z.object({ name: z.string(), slug: z.string(), createdAt: instant })),
  payments: z.array(
    z.object({ slug: z.string(), amount: z.int(), currency: z.string(), at: instant }),
  ),
  sessions: z.array(z.object({ device: z.string(), createdAt: instant, lastSeenAt: instant })),
  actions: z.array(
    z.object({ action: z.string(), at: instant, groupName: z.nullable(z.string()) }),
  ),
  preferences: choices,
  notifiedPhones: z.array(z.object({ device: z.string(), service: z.string(), since: instant })),
  calendar: myCalendarLink,
  textConsents: z.array(
    z.object({
      at: instant,
      number: z.string(),
      step: z.string(),
      how: z.string(),
      wording: z.string(),
    }),
  ),
  /** The messages have no text, because the server deletes it after sending. */
  messages: z.array(
    z.object({
      event: alertEvent,
      channel: messageChannel,
      status: deliveryStatus,
      at: instant,
      groupName: z.nullable(z.string()),
    }),
  ),
  textsFromMe: z.array(z.object({ at: instant, body: z.string() })),
})
export type MyData = z.output<typeof myData>

export const downloadMyData = endpoint('GET', '/api/my-data', {
  summary: 'Export everything stored about me',
  response: myData,
})

export const deleteAccountForm = z.object({ password: password(1, 'Password is required') })

export const deleteMyAccount = endpoint('DELETE', '/api/my-account', {
  summary: 'Delete my account permanently; refused while I own groups',
  body: deleteAccountForm,
})
