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
  visibleLine,
  wordInAddress,
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
import { SCREENS, SERVER_SEGMENTS } from './screens.ts'

const DAY_MS = 86_400_000

const RESERVED_BY_RULE = ['login', 'admin', 'create', 'join', 'api', 'www', 'app']

/** Slugs no group may have: the specification's list and every first path segment in use. */
export const RESERVED_SLUGS: ReadonlySet<string> = new Set([
  ...RESERVED_BY_RULE,
  ...SERVER_SEGMENTS,
  ...Object.values(SCREENS)
    .map((path) => path.split('/')[1] ?? '')
    .filter((segment) => segment !== '' && !segment.startsWith(':')),
])

const SLUG_PATTERN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/

/** Whether a group may be given this slug, were it free. */
export function isUsableSlug(slug: string): boolean {
  return (
    slug.length >= MIN_SLUG_LENGTH &&
    slug.length <= MAX_SLUG_LENGTH &&
    SLUG_PATTERN.test(slug) &&
    !RESERVED_SLUGS.has(slug)
  )
}

/** A slug as the name suggests it; nothing where no letter or number is left. */
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

/** The address that a new group is given, and keeps. */
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

/** A slug in an address may be anything: what is no slug is simply no group. */
export const slugParams = z.object({
  slug: wordInAddress,
})

export const groupRole = z.enum(['owner', 'admin', 'member', 'super-admin'])
export type GroupRole = z.output<typeof groupRole>

/** Who looks after a group: its owner and its admins. */
export function runsGroup(role: GroupRole): boolean {
  return role === 'owner' || role === 'admin'
}

/** What decides whether a group may be used: see {@link isSubscribed}. */
const groupStanding = {
  isActive: z.boolean(),
  expiryDate: z.nullable(instant),
  /** 'active' is paid, 'past_due' waits for a payment that failed, 'expired' was paid once. */
  subscriptionStatus: z.nullable(z.string()),
  /** Whether the subscription pays for the next months by itself. */
  renews: z.boolean(),
}

export const groupDetail = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  ownerId: id,
  ownerName: z.string(),
  timeZone: z.string(),
  /** Where the weather is asked for when a course cannot be found. */
  homePlace: z.nullable(z.string()),
  /** How many guests each player may bring. */
  guestsPerPlayer: z.int(),
  /** Rises with every change of the settings. */
  version: z.int(),
  ...groupStanding,
  activeTimes: z.int(),
  openSpots: z.int(),
  memberCount: z.int(),
  /** The reader's own place in the group. */
  role: groupRole,
})
export type GroupDetail = z.output<typeof groupDetail>

export const groupSummary = z.object({
  id,
  name: z.string(),
  slug: z.string(),
  description: z.nullable(z.string()),
  ownerId: id,
  ownerName: z.string(),
  /** The zone of its dates: tee times, and until when it is paid. */
  timeZone: z.string(),
  memberCount: z.int(),
  ...groupStanding,
})
export type GroupSummary = z.output<typeof groupSummary>

/** What a group's time depends on, as a row or an answer has it. */
interface Paid {
  readonly expiryDate: Date | string | null
  readonly renews: boolean
}

/**
 * Until when tee times may be posted and spots claimed: the group's expiry date, and some days more
 * where its subscription goes on, as a renewal is paid at the end of what it renews, or late. A group
 * without that date has no end: null.
 */
export function usableUntil({ expiryDate, renews }: Paid): Date | null {
  if (expiryDate === null) return null
  const end = typeof expiryDate === 'string' ? Date.parse(expiryDate) : expiryDate.getTime()
  return new Date(end + (renews ? GRACE_DAYS * DAY_MS : 0))
}

/** Whether tee times may be posted and spots claimed: see {@link usableUntil}. */
export function isSubscribed(group: Paid, now: Date): boolean {
  const until = usableUntil(group)
  return until === null || until.getTime() > now.getTime()
}

/** Whole days until a group's time ends, rounded up; null without an end. Below 0 it is over. */
export function daysLeft(expiry: string | null, now: Date): number | null {
  return expiry === null ? null : Math.ceil((Date.parse(expiry) - now.getTime()) / DAY_MS)
}

export const readGroup = endpoint({
  method: 'GET',
  path: '/api/groups/slug/{slug}',
  summary: 'A group with its figures',
  params: slugParams,
  answer: groupDetail,
})

export const checkSlug = endpoint({
  method: 'GET',
  path: '/api/groups/slug/{slug}/check',
  summary: 'Whether a group may be given this slug',
  params: slugParams,
  answer: z.object({ available: z.boolean() }),
})

export const myGroups = endpoint({
  method: 'GET',
  path: '/api/my-groups',
  summary: 'The groups I belong to, by name',
  answer: z.array(groupSummary),
})

export const golferGroups = endpoint({
  method: 'GET',
  path: '/api/golfers/groups',
  summary: 'The groups I belong to, by name',
  answer: z.array(groupSummary),
})

export const createGroupForm = z.object({
  name: groupName,
  slug: groupSlug,
  description: groupDescription,
  timeZone: z.optional(timeZone),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/groups',
  summary: 'Create a group of my own, on a free trial',
  body: createGroupForm,
  answer: z.object({ id, name: z.string(), slug: z.string(), expiryDate: z.nullable(instant) }),
  status: 201,
  once: true,
})

/** What those are told who may not change a group. */
export const OWNER_ONLY = 'Only the group owner can modify group settings.'

export const groupSettingsForm = z.object({
  name: groupName,
  /** What is left out stays as it is. */
  description: groupDescription,
  timeZone: z.optional(timeZone),
  homePlace: z.optional(z.nullable(line(MAX_HOME_PLACE_LENGTH))),
  guestsPerPlayer: z.optional(
    z
      .int('Enter a number of guests')
      .check(z.minimum(0, 'Not below 0'), z.maximum(MAX_GUESTS, `At most ${MAX_GUESTS} guests`)),
  ),
})

export const groupSettings = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  timeZone: z.string(),
  homePlace: z.nullable(z.string()),
  guestsPerPlayer: z.int(),
  version: z.int(),
})
export type GroupSettings = z.output<typeof groupSettings>

export const updateGroup = endpoint({
  method: 'PATCH',
  path: '/api/groups/{id}/name',
  summary: "Change a group's name and settings",
  params: idParams,
  body: z.extend(groupSettingsForm, {
    ...requester.shape,
    /** The version that the settings were read at; a newer one is 409 OUT_OF_DATE with `group`. */
    version: z.optional(z.int()),
  }),
  answer: z.extend(done, { group: groupSettings }),
})

export const transferOwnership = endpoint({
  method: 'POST',
  path: '/api/groups/{id}/transfer-ownership',
  summary: 'Give a group to another member, for good; I stay as an admin',
  params: idParams,
  body: z.extend(requester, { newOwnerId: id }),
  answer: done,
})
