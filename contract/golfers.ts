import * as z from 'zod/mini'
import { alertEvent } from './alerts.ts'
import { myCalendar } from './calendars.ts'
import { deliveryStatus } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import {
  done,
  id,
  instant,
  localDate,
  localTime,
  password,
  personName,
  phoneNumber,
} from './fields.ts'
import { messageChannel } from './messages.ts'
import { choices } from './preferences.ts'
import { user } from './sessions.ts'
import { wish } from './standing-wishes.ts'

export const phoneForm = z.object({ phone: phoneNumber('Phone number is required') })

export const updatePhone = endpoint({
  method: 'PUT',
  path: '/api/auth/update-phone',
  summary: 'Change my phone number, or confirm it by sending the same one',
  body: phoneForm,
  answer: user,
})

export const nameForm = z.object({ name: personName() })

export const updateName = endpoint({
  method: 'PUT',
  path: '/api/auth/update-name',
  summary: 'Change my name',
  body: nameForm,
  answer: user,
})

/** Everything that Fourball keeps about a golfer. */
export const myData = z.object({
  golfer: user,
  groups: z.array(
    z.object({
      id,
      name: z.string(),
      slug: z.string(),
      role: z.enum(['owner', 'admin', 'member']),
      joinedAt: instant,
      muted: z.boolean(),
    }),
  ),
  /** Posted or played by me, past ones too, the newest first. */
  teeTimes: z.array(
    z.object({
      id,
      groupName: z.string(),
      course: z.string(),
      date: localDate,
      time: localTime,
      notes: z.nullable(z.string()),
      posted: z.boolean(),
      played: z.boolean(),
      /** Those that I brought along. */
      guests: z.array(z.string()),
      cancelled: z.boolean(),
    }),
  ),
  /** Lines for full tee times that I stand in, and spots that are held for me, the newest first. */
  waiting: z.array(
    z.object({
      groupName: z.string(),
      course: z.string(),
      date: localDate,
      time: localTime,
      /** Of a place in line; null for a spot that is held by name. */
      joinedAt: z.nullable(instant),
      takesIt: z.boolean(),
      heldUntil: z.nullable(instant),
    }),
  ),
  /** Spots to come that I left after the cut-off, and that nobody has taken since. */
  onTheHook: z.array(
    z.object({
      groupName: z.string(),
      course: z.string(),
      date: localDate,
      time: localTime,
      since: instant,
    }),
  ),
  /** What happened in such lines: that I joined, was offered a spot, took it, passed or left. */
  waitingEvents: z.array(
    z.object({ groupName: z.string(), course: z.string(), event: z.string(), at: instant }),
  ),
  /** Tee times of mine that the server posts again and again, and those that did. */
  standingTimes: z.array(
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
  /** Tee times that I would like to hear of first. */
  wishes: z.array(
    z.extend(z.omit(wish, { id: true }), {
      groupName: z.string(),
    }),
  ),
  joinRequests: z.array(
    z.object({
      groupName: z.string(),
      createdAt: instant,
      /** Null while it waits. */
      decision: z.nullable(z.enum(['accepted', 'declined'])),
    }),
  ),
  /** Open invitations to groups, as they were typed. */
  invitations: z.array(
    z.object({ groupName: z.string(), name: z.string(), phone: z.string(), createdAt: instant }),
  ),
  /** Groups of mine that wait for a link to be opened. */
  waitingGroups: z.array(z.object({ name: z.string(), slug: z.string(), createdAt: instant })),
  /** What I paid for groups; the card is the payment provider's to know. */
  payments: z.array(
    z.object({ slug: z.string(), amount: z.int(), currency: z.string(), at: instant }),
  ),
  sessions: z.array(z.object({ device: z.string(), createdAt: instant, lastSeenAt: instant })),
  /** What I did, or somebody did to me, that the audit log keeps. */
  actions: z.array(
    z.object({ action: z.string(), at: instant, groupName: z.nullable(z.string()) }),
  ),
  /** What I am told of, and how. */
  preferences: choices,
  /** Phones that are notified, with the service of the browser that notifications go through. */
  notifiedPhones: z.array(z.object({ device: z.string(), service: z.string(), since: instant })),
  /** Whether calendars read my rounds at an address of mine; the address itself is not kept. */
  calendar: myCalendar,
  /** When and how I agreed to texts, and to no more of them. */
  textConsents: z.array(
    z.object({
      at: instant,
      number: z.string(),
      step: z.string(),
      how: z.string(),
      wording: z.string(),
    }),
  ),
  /** What I was told; its words are not kept once it has left. */
  messages: z.array(
    z.object({
      event: alertEvent,
      channel: messageChannel,
      status: deliveryStatus,
      at: instant,
      groupName: z.nullable(z.string()),
    }),
  ),
  /** What I texted to Fourball. */
  textsFromMe: z.array(z.object({ at: instant, body: z.string() })),
})
export type MyData = z.output<typeof myData>

export const downloadMyData = endpoint({
  method: 'GET',
  path: '/api/my-data',
  summary: 'Everything that is kept about me',
  answer: myData,
})

export const deleteAccountForm = z.object({ password: password(1, 'Password is required') })

export const deleteMyAccount = endpoint({
  method: 'DELETE',
  path: '/api/my-account',
  summary: 'Delete my account for good; refused while I own groups',
  body: deleteAccountForm,
  answer: done,
})
