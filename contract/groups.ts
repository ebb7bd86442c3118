import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant, line, messageBody, requester, text, timeZone, visibleLine } from './fields.ts'
import {
  GRACE_DAYS,
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_NAME_LENGTH,
  MAX_GUESTS,
  MAX_HOME_PLACE_LENGTH,
  MAX_SLUG_LENGTH,
  MIN_GROUP_NAME_LENGTH,
  MIN_SLUG_LENGTH,
} from './limits.ts'
import { RESERVED_SLUGS } from './slugs.ts'
import { units } from './units.ts'

const DAY_MS = 86_400_000

export const groupName = visibleLine(MAX_GROUP_NAME_LENGTH, 'Group name is required').check(
  z.minLength(
    MIN_GROUP_NAME_LENGTH,
    `Group name must be at least ${MIN_GROUP_NAME_LENGTH} characters`,
  ),
)

export const groupSlug = z.string().check(
  z.minLength(MIN_SLUG_LENGTH, `URL must be at least ${MIN_SLUG_LENGTH} characters`),
  z.maxLength(MAX_SLUG_LENGTH, `URL must be at most ${MAX_SLUG_LENGTH} characters`),
  z.regex(/^[a-z0-9-]*$/, 'Use only lowercase letters, numbers, and hyphens'),
  z.refine(
    (slug) => !slug.startsWith('-') && !slug.endsWith('-'),
    "URL can't start or end with a hyphen",
  ),
  z.refine((slug) => !RESERVED_SLUGS.has(slug), 'This URL slug is reserved'),
)

export const groupDescription = z.optional(z.nullable(text(MAX_DESCRIPTION_LENGTH)))

const groupRole = z.enum(['owner', 'admin', 'member', 'super-admin'])
export type GroupRole = z.output<typeof groupRole>

export function runsGroup(role: GroupRole): boolean {
  return role === 'owner' || role === 'admin'
}

const subscriptionFields = {
  isActive: z.boolean(),
  expiryDate: z.nullable(instant),
  /** 'past_due': a renewal failed or is late. Null: no payments, or all were refunded or disputed. */
  subscriptionStatus: z.nullable(z.string()),
  renews: z.boolean(),
}

const groupFields = {
  id,
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** An IANA name. The group's tee times and expiry date use this time zone. */
  timeZone: z.string(),
}

const ownerFields = { ownerId: id, ownerName: z.string(), memberCount: z.int() }

export const groupSettings = z.object({
  ...groupFields,
  /** If a course cannot be found, the app shows the weather of this place. */
  homePlace: z.nullable(z.string()),
  units,
  guestsPerPlayer: z.int(),
  version: z.int(),
})
export type GroupSettings = z.output<typeof groupSettings>

export const groupSummary = z.object({ ...groupFields, ...ownerFields, ...subscriptionFields })
export type GroupSummary = z.output<typeof groupSummary>

interface ExpiryFields {
  readonly expiryDate: Date | string | null
  readonly renews: boolean
}

/** Returns when a group expires; null for never. A group that renews has a grace period for late payments. */
export function usableUntil({ expiryDate, renews }: ExpiryFields): Date | null {
  if (expiryDate === null) return null
  return new Date(new Date(expiryDate).getTime() + (renews ? GRACE_DAYS * DAY_MS : 0))
}

/** Returns whether a group's trial or paid time, with any grace period, has ended. */
export function isUnpaid(group: ExpiryFields, now: Date): boolean {
  const until = usableUntil(group)
  return until !== null && until.getTime() <= now.getTime()
}

/** Rounds up. Returns 0 or less after the expiry, and null if the group never expires. */
export function daysLeft(expiry: string | null, now: Date): number | null {
  return expiry === null ? null : Math.ceil((Date.parse(expiry) - now.getTime()) / DAY_MS)
}

export const readGroup = endpoint('GET', '/api/groups/slug/{slug}', {
  summary: 'A group with its stats',
  response: z.extend(groupSettings, {
    ...ownerFields,
    ...subscriptionFields,
    activeTimes: z.int(),
    openSpots: z.int(),
    /** 0 for golfers who cannot approve requests. */
    joinRequests: z.int(),
    /** Whether the owner has taken these steps. Null for other golfers, and after SETUP_CHECKLIST_DAYS. */
    setup: z.nullable(z.object({ invited: z.boolean(), posted: z.boolean() })),
    role: groupRole,
  }),
})
export type GroupDetail = z.output<typeof readGroup.response>

export const checkSlug = endpoint('GET', '/api/groups/slug/{slug}/check', {
  summary: 'Whether a group can use this slug',
  response: z.object({ available: z.boolean() }),
})

export const listMyGroups = endpoint('GET', '/api/my-groups', {
  summary: 'My groups: active ones first, then by name',
  response: z.array(groupSummary),
})

export const listGolferGroups = endpoint('GET', '/api/golfers/groups', {
  summary: 'My groups: active ones first, then by name',
  response: z.array(groupSummary),
})

export const createGroupForm = z.object({
  name: groupName,
  slug: groupSlug,
  description: groupDescription,
  timeZone: z.optional(timeZone),
})

export const createGroup = endpoint('POST', '/api/groups', {
  summary: 'Create a group with a free trial; I become its owner',
  body: createGroupForm,
  response: z.object({ id, name: z.string(), slug: z.string(), expiryDate: z.nullable(instant) }),
  status: 201,
  once: true,
})

export const OWNER_ONLY_MESSAGE = 'Only the group owner can modify group settings.'

export const groupSettingsForm = z.object({
  name: groupName,
  /** This field and those below stay unchanged if they are omitted. */
  description: groupDescription,
  timeZone: z.optional(timeZone),
  homePlace: z.optional(z.nullable(line(MAX_HOME_PLACE_LENGTH))),
  units: z.optional(units),
  guestsPerPlayer: z.optional(
    z
      .int('Enter the number of guests')
      .check(
        z.minimum(0, 'Must be 0 or more'),
        z.maximum(MAX_GUESTS, `Enter at most ${MAX_GUESTS} guests`),
      ),
  ),
})

export const updateGroup = endpoint('PATCH', '/api/groups/{id}/name', {
  summary: "Change a group's name and settings",
  body: z.extend(groupSettingsForm, {
    ...requester.shape,
    /** The version that was edited. If it is outdated: 409 OUT_OF_DATE, with the current one as `group`. */
    version: z.optional(z.int()),
  }),
  response: z.extend(messageBody, { group: groupSettings }),
})

export const transferOwnership = endpoint('POST', '/api/groups/{id}/transfer-ownership', {
  summary: 'Permanently transfer a group to another member; I stay on as an admin',
  body: z.extend(requester, { newOwnerId: id }),
})
