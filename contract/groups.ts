import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { MAX_SLUG_LENGTH, MIN_SLUG_LENGTH } from './limits.ts'
import { SCREENS, SERVER_SEGMENTS } from './screens.ts'

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

/** A slug in an address may be anything: what is no slug is simply no group. */
export const slugParams = z.object({
  slug: z.string().check(
    z.maxLength(200),
    z.refine<string>((slug) => !slug.includes('\0')),
  ),
})

export const groupRole = z.enum(['owner', 'admin', 'member', 'super-admin'])
export type GroupRole = z.output<typeof groupRole>

/** What decides whether a group may be used: see `canPostIn`. */
const groupStanding = {
  isActive: z.boolean(),
  expiryDate: z.nullable(instant),
  subscriptionStatus: z.nullable(z.string()),
}

export const groupDetail = z.object({
  id,
  slug: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  ownerId: id,
  timeZone: z.string(),
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
  memberCount: z.int(),
  ...groupStanding,
})
export type GroupSummary = z.output<typeof groupSummary>

/**
 * Whether tee times may be posted and spots claimed: a group that is not paid may do so until its
 * expiry date; a group without one has no end.
 */
export function isSubscribed(
  group: { expiryDate: string | null; subscriptionStatus: string | null },
  now: Date,
): boolean {
  return (
    group.subscriptionStatus === 'active' ||
    group.expiryDate === null ||
    Date.parse(group.expiryDate) > now.getTime()
  )
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
