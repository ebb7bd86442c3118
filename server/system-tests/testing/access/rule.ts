import type { Endpoint } from '../../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'

/**
 * The callers. The tests have two groups, `own` and `foreign`. `stranger` owns the foreign group. `member`,
 * `creator` (of the tee times), `admin` and `owner` are in the own group. `superAdmin` is in neither.
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

/** What a call can be about besides a group. The tests create a new thing for each call. */
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
 * Which ids a call contains:
 * - `own`: the ids of the own group and of a thing in it
 * - `foreign`: the ids of the foreign group and of a thing in it
 * - `missing`: ids that never existed
 * - `crossed`: the own group's id, and the id of a thing in the foreign group
 * - `unknown`: the own group's id, and a thing's id that never existed
 */
export type Target = 'own' | 'foreign' | 'missing' | 'crossed' | 'unknown'

/** The name of both test groups. */
export const GROUP_NAME = 'Saturday Foursome'

export interface Ids {
  readonly group: { readonly id: number; readonly slug: string }
  readonly thing: number | string
}

export interface Rule {
  readonly endpoint: Endpoint
  /**
   * What the caller needs. 'group' and 'slug': membership of the group with this id (others get 404) or this
   * slug (others get 403). 'session': to be signed in.
   */
  readonly requires: 'group' | 'slug' | 'super-admin' | 'session' | 'none'
  readonly thing?: Thing
  /** The path contains the thing's id, but not its group's. */
  readonly pathOmitsGroup?: true
  /** The server looks for the thing before it checks whether the member may make this call. */
  readonly looksUpThingFirst?: true
  /** Returns the path parameters; by default, the ids of the group and the thing. */
  readonly params?: (ids: Ids) => Record<string, string | number>
  readonly query?: (ids: Ids) => string
  readonly body?: (ids: Ids) => object
  /** The status that each role gets for the target `own`. */
  readonly own: Row
  /**
   * The status that the stranger gets for the target `foreign`: the stranger's own group. By default, the
   * status that the owner gets for `own`.
   */
  readonly strangerStatus?: number
  /** The status that authorized callers get for a thing that isn't in their group; 404 by default. */
  readonly otherGroupStatus?: number
  /** Returns the expected error code, if the call uses one status both for refusals and for other errors. */
  readonly code?: (role: Role, target: Target) => ErrorCode
  /** After a successful call, its caller or group can't be used in other tests. */
  readonly consumes?: true
  /** The call is refused with 402 after the group has expired. */
  readonly needsSubscription?: true
}

export const everybody = (status = 200): Row => rowOf(status, status, status)
export const signedIn = (status = 200): Row => rowOf(401, status, status)
export const superAdmins = (status = 200): Row => ({ ...rowOf(401, 403, 403), superAdmin: status })
/** Returns the statuses of a call for members, with those of strangers and super admins. */
export const members = (status = 200, stranger = 404, superAdmin = 403): Row => ({
  ...rowOf(401, stranger, status),
  superAdmin,
})
export const ownerAndAdmins = (status = 200): Row => ({
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

/** Returns whether a call contains the id or slug of its group. */
function namesGroup({ requires, endpoint, thing }: Rule): boolean {
  if (requires === 'super-admin') return thing === undefined && endpoint.path.includes('{')
  return requires === 'group' || requires === 'slug'
}

export function targetsOf(rule: Rule): readonly Target[] {
  if (rule.thing !== undefined && !rule.pathOmitsGroup && rule.requires === 'group') {
    return ['own', 'foreign', 'missing', 'crossed', 'unknown']
  }
  return namesGroup(rule) || rule.thing !== undefined ? ['own', 'foreign', 'missing'] : ['own']
}

/** Returns the status that a role must get for a target. */
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
    if (role === 'stranger') return rule.strangerStatus ?? own.owner
    return role === 'superAdmin' ? own.superAdmin : own.stranger
  }
  const isLookedUp = isInside || (rule.looksUpThingFirst === true && role !== 'superAdmin')
  return isLookedUp ? (rule.otherGroupStatus ?? 404) : own[role]
}
