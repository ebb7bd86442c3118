import type { Endpoint } from '../../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'

/**
 * `stranger` owns another group, the foreign one. `member`, `creator` (of the tee times), `admin`, and
 * `owner` are in the own group. `superAdmin` is a member of neither.
 */
export const ROLES = [
  'visitor',
  'stranger',
  'member',
  'creator',
  'admin',
  'owner',
  'superAdmin',
] as const
export type Role = (typeof ROLES)[number]
export type Row = Readonly<Record<Role, number>>

/** What a call can be about besides a group. A new one is created for each call. */
export type Thing =
  | 'tee-time'
  | 'member'
  | 'deleted-group'
  | 'golfer'
  | 'invite-link'
  | 'join-request'
  | 'invite-token'
  | 'invitation'
  | 'invitation-token'
  | 'welcome-token'
  | 'failed-message'
  | 'mail-token'
  | 'calendar-token'
  | 'recurring-tee-time'

/**
 * The ids that a call names. `own` and `foreign`: that group and a thing in it. `missing`: a group or
 * thing that never existed. `crossed` and `unknown`: the own group, with the foreign group's thing or
 * one that never existed.
 */
export type Target = 'own' | 'foreign' | 'missing' | 'crossed' | 'unknown'

/** The name of the groups that the rules are about. */
export const GROUP_NAME = 'Saturday Foursome'

export interface Ids {
  readonly group: { readonly id: number; readonly slug: string }
  readonly thing: number | string
}

export interface Rule {
  readonly endpoint: Endpoint
  /**
   * What a call requires: membership of a group, by its id (404 for outsiders) or its slug (403); being
   * a super admin; a session; or nothing.
   */
  readonly requires: 'group' | 'slug' | 'super-admin' | 'session' | 'none'
  readonly thing?: Thing
  /** The thing's path isn't below its group's. */
  readonly standsAlone?: true
  /** The thing's existence is checked before what a member may do with it. */
  readonly thingFirst?: true
  /** The path parameters; by default the group's id and slug, and the thing. */
  readonly params?: (ids: Ids) => Record<string, string | number>
  readonly query?: (ids: Ids) => string
  readonly body?: (ids: Ids) => object
  /** The status that each role gets for the target `own`. */
  readonly own: Row
  /** The stranger's status for the target `foreign`, if it differs from the owner's for `own`. */
  readonly atHome?: number
  /** The status that authorized callers get for a thing that isn't in their group; 404 by default. */
  readonly notInside?: number
  /** The error code of a call that uses the same status for refusals and for other errors. */
  readonly code?: (role: Role, target: Target) => ErrorCode
  /** A successful call uses up its caller or its group. */
  readonly consumes?: true
  /** The call is refused with 402 once the group has expired. */
  readonly needsTime?: true
}

export const everybody = (status = 200): Row => rowOf(status, status, status)
export const signedIn = (status = 200): Row => rowOf(401, status, status)
export const superAdmins = (status = 200): Row => ({ ...rowOf(401, 403, 403), superAdmin: status })
/** Returns the row of a call for members, with the statuses of strangers and super admins. */
export const members = (status = 200, stranger = 404, superAdmin = 403): Row => ({
  ...rowOf(401, stranger, status),
  superAdmin,
})
export const managers = (status = 200): Row => ({
  ...members(403),
  admin: status,
  owner: status,
})
export const ownerOnly = (status = 200): Row => ({ ...members(403), owner: status })

function rowOf(visitor: number, stranger: number, rest: number): Row {
  return {
    visitor,
    stranger,
    member: rest,
    creator: rest,
    admin: rest,
    owner: rest,
    superAdmin: rest,
  }
}

export function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`
}

/** Returns the names of a body's fields, whether the body is optional or not. */
export function fieldsOf({ body }: Endpoint): string[] {
  return namesIn(body)
}

function namesIn(schema: unknown): string[] {
  const { def } = (schema ?? {}) as { def?: { shape?: object; innerType?: unknown } }
  if (def === undefined) return []
  return def.shape === undefined ? namesIn(def.innerType) : Object.keys(def.shape)
}

/** Returns whether a call names the group that it is about. */
function namesGroup({ requires, endpoint, thing }: Rule): boolean {
  if (requires === 'super-admin') return thing === undefined && endpoint.path.includes('{')
  return requires === 'group' || requires === 'slug'
}

export function targetsOf(rule: Rule): readonly Target[] {
  if (rule.thing !== undefined && !rule.standsAlone && rule.requires === 'group') {
    return ['own', 'foreign', 'missing', 'crossed', 'unknown']
  }
  return namesGroup(rule) || rule.thing !== undefined ? ['own', 'foreign', 'missing'] : ['own']
}

/** Returns the status that the rules expect. */
export function expectedStatus(rule: Rule, role: Role, target: Target): number {
  const { own, requires } = rule
  if (target === 'own') return own[role]
  if (role === 'visitor' && own.visitor === 401) return 401
  const isInside = own[role] < 400 || own[role] === 409
  if (requires !== 'group' && requires !== 'slug') {
    return target === 'missing' && isInside ? 404 : own[role]
  }
  if (target === 'missing') return 404
  if (target === 'foreign') {
    if (role === 'stranger') return rule.atHome ?? own.owner
    return role === 'superAdmin' ? own.superAdmin : own.stranger
  }
  const isLookedFor = isInside || (rule.thingFirst === true && role !== 'superAdmin')
  return isLookedFor ? (rule.notInside ?? 404) : own[role]
}
