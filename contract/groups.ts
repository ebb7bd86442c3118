import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  done,
  id,
  idParams,
  instant,
  line,
  requester,
  text,
  timeZone,
  urlToken,
  visibleLine,
} from './fields.ts'
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
import { FIRST_SEGMENTS } from './screens.ts'
import { units } from './units.ts'

const DAY_MS = 86_400_000

const RESERVED_BY_RULE = ['login', 'admin', 'create', 'join', 'api', 'www', 'app']

/** Slugs no group may have: the specification's list and every first path segment in use. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([...RESERVED_BY_RULE, ...FIRST_SEGMENTS])

const SLUG_PATTERN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** Returns whether a slug is valid and not reserved. It may still be taken. */
export function isUsableSlug(slug: string): boolean {
  return (
    slug.length >= MIN_SLUG_LENGTH &&
    slug.length <= MAX_SLUG_LENGTH &&
    SLUG_PATTERN.test(slug) &&
    !RESERVED_SLUGS.has(slug)
  )
}

/** Suggests a slug for a name; empty if the name has no letter or digit that a slug can have. */
export function slugFrom(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/-$/, '')
}

export const groupName = visibleLine(MAX_GROUP_NAME_LENGTH, 'Group name is required').check(
  z.minLength(
    MIN_GROUP_NAME_LENGTH,
    `Group name must be at least ${MIN_GROUP_NAME_LENGTH} characters`,
  ),
)

/** The address of a new group, which never changes. */
export const groupSlug = z.string().check(
  z.minLength(MIN_SLUG_LENGTH, `URL must be at least ${MIN_SLUG_LENGTH} characters`),
  z.maxLength(MAX_SLUG_LENGTH, `URL must be at most ${MAX_SLUG_LENGTH} characters`),
  z.regex(/^[a-z0-9-]*$/, 'URL can have lowercase letters, numbers and hyphens only'),
  z.refine(
    (slug) => !slug.startsWith('-') && !slug.endsWith('-'),
    'URL cannot start or end with a hyphen',
  ),
  z.refine((slug) => !RESERVED_SLUGS.has(slug), 'This URL slug is reserved'),
)

export const groupDescription = z.optional(z.nullable(text(MAX_DESCRIPTION_LENGTH)))

/** A slug in a URL may be anything; an invalid one matches no group. */
export const slugParams = z.object({ slug: urlToken })

const groupRole = z.enum(['owner', 'admin', 'member', 'super-admin'])
export type GroupRole = z.output<typeof groupRole>

/** Returns whether a role may run the group: owner or admin. */
export function runsGroup(role: GroupRole): boolean {
  return role === 'owner' || role === 'admin'
}

/** The fields that decide whether a group can be used: see {@link isSubscribed}. */
const subscriptionFields = {
  isActive: z.boolean(),
  expiryDate: z.nullable(instant),
  /** 'active' is paid, 'past_due' awaits a payment that failed, 'expired' was paid once. */
  subscriptionStatus: z.nullable(z.string()),
  /** Whether the subscription renews automatically. */
  renews: z.boolean(),
}

const groupFields = {
  id,
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  /** The zone of the group's dates: tee times and the expiry date. */
  timeZone: z.string(),
}

const ownerFields = { ownerId: id, ownerName: z.string(), memberCount: z.int() }

export const groupSettings = z.object({
  ...groupFields,
  /** The place whose weather is shown when a course cannot be found. */
  homePlace: z.nullable(z.string()),
  /** For showing the weather. */
  units,
  /** How many guests each player may bring. */
  guestsPerPlayer: z.int(),
  /** Increases with every change of the settings. */
  version: z.int(),
})
export type GroupSettings = z.output<typeof groupSettings>

const groupDetail = z.extend(groupSettings, {
  ...ownerFields,
  ...subscriptionFields,
  activeTimes: z.int(),
  openSpots: z.int(),
  /** Open requests to join; 0 for golfers who may not accept them. */
  joinRequests: z.int(),
  /** The owner's first steps in a new group so far; null for other golfers and for older groups. */
  setup: z.nullable(z.object({ invited: z.boolean(), posted: z.boolean() })),
  /** The reader's own role in the group. */
  role: groupRole,
})
export type GroupDetail = z.output<typeof groupDetail>

export const groupSummary = z.object({ ...groupFields, ...ownerFields, ...subscriptionFields })
export type GroupSummary = z.output<typeof groupSummary>

/** The fields that a group's time depends on, from a row or a response. */
interface Paid {
  readonly expiryDate: Date | string | null
  readonly renews: boolean
}

/**
 * Returns when tee times can no longer be posted or spots claimed: the group's expiry date, plus a grace
 * period if its subscription renews, since a renewal is paid at the end of the period or late. Null for a
 * group that never expires.
 */
export function usableUntil({ expiryDate, renews }: Paid): Date | null {
  if (expiryDate === null) return null
  const end = typeof expiryDate === 'string' ? Date.parse(expiryDate) : expiryDate.getTime()
  return new Date(end + (renews ? GRACE_DAYS * DAY_MS : 0))
}

/** Returns whether tee times may be posted and spots claimed: see {@link usableUntil}. */
export function isSubscribed(group: Paid, now: Date): boolean {
  const until = usableUntil(group)
  return until === null || until.getTime() > now.getTime()
}

/** Returns the days until a group expires, rounded up: 0 or less once it has, null if it never does. */
export function daysLeft(expiry: string | null, now: Date): number | null {
  return expiry === null ? null : Math.ceil((Date.parse(expiry) - now.getTime()) / DAY_MS)
}

export const readGroup = endpoint('GET', '/api/groups/slug/{slug}', {
  summary: 'A group with its stats',
  params: slugParams,
  answer: groupDetail,
})

export const checkSlug = endpoint('GET', '/api/groups/slug/{slug}/check', {
  summary: 'Whether a group can use this slug',
  params: slugParams,
  answer: z.object({ available: z.boolean() }),
})

export const myGroups = endpoint('GET', '/api/my-groups', {
  summary: 'My groups, by name',
  answer: z.array(groupSummary),
})

export const golferGroups = endpoint('GET', '/api/golfers/groups', {
  summary: 'My groups, by name',
  answer: z.array(groupSummary),
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
  answer: z.object({ id, name: z.string(), slug: z.string(), expiryDate: z.nullable(instant) }),
  status: 201,
  once: true,
})

/** The message for golfers who may not change a group. */
export const OWNER_ONLY = 'Only the group owner can modify group settings.'

export const groupSettingsForm = z.object({
  name: groupName,
  /** Fields that are left out stay unchanged. */
  description: groupDescription,
  timeZone: z.optional(timeZone),
  homePlace: z.optional(z.nullable(line(MAX_HOME_PLACE_LENGTH))),
  units: z.optional(units),
  guestsPerPlayer: z.optional(
    z
      .int('Enter the number of guests')
      .check(
        z.minimum(0, 'Must be 0 or more'),
        z.maximum(MAX_GUESTS, `At most ${MAX_GUESTS} guests`),
      ),
  ),
})

export const updateGroup = endpoint('PATCH', '/api/groups/{id}/name', {
  summary: "Change a group's name and settings",
  params: idParams,
  body: z.extend(groupSettingsForm, {
    ...requester.shape,
    /** The version that was read. If the settings are newer: 409 OUT_OF_DATE with `group`. */
    version: z.optional(z.int()),
  }),
  answer: z.extend(done, { group: groupSettings }),
})

export const transferOwnership = endpoint('POST', '/api/groups/{id}/transfer-ownership', {
  summary: 'Permanently transfer a group to another member; I stay on as an admin',
  params: idParams,
  body: z.extend(requester, { newOwnerId: id }),
  answer: done,
})
