import type { Endpoint } from '../../../../contract/endpoint.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'

/**
 * The callers. The tests have two groups, `own` and `foreign`. `stranger` owns the foreign group. `member`,
 * `creator` (of the tee times), `admin` and `owner` are in the own group. `superAdmin` is in neither group.
 * `visitor` is not signed in.
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
export type StatusByRole = Readonly<Record<Role, number>>

/** What a call can be about besides a group. */
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
 * - `missing`: an id that never existed, for the group or, in calls without a group's id, for the thing
 * - `crossed`: the own group's id, and the id of a thing in the foreign group
 * - `unknown`: the own group's id, and a thing's id that never existed
 */
export type Target = 'own' | 'foreign' | 'missing' | 'crossed' | 'unknown'

export const GROUP_NAME = 'Saturday Foursome'

export interface Ids {
  readonly group: { readonly id: number; readonly slug: string }
  readonly thing: number | string
}

export interface Rule {
  readonly endpoint: Endpoint
  /**
   * What the caller needs. 'group': to be a member; strangers get 404. 'slug': to be a member; strangers get
   * 403. 'session': to be signed in.
   */
  readonly requires: 'group' | 'slug' | 'super-admin' | 'session' | 'none'
  readonly thing?: Thing
  /** The path contains the thing's id, but not the id of the thing's group. */
  readonly pathOmitsGroup?: true
  /** The server looks for the thing before it checks whether this member is allowed to make the call. */
  readonly looksUpThingFirst?: true
  /** Returns the path parameters; by default, those that `paramsOf` returns. */
  readonly params?: (ids: Ids) => Record<string, string | number>
  readonly query?: (ids: Ids) => string
  readonly body?: (ids: Ids) => object
  /** The status that each role gets for the target `own`. */
  readonly statusByRole: StatusByRole
  /**
   * The status that the stranger gets for the target `foreign`, which is the group that the stranger owns. By
   * default, the status that the owner gets for `own`.
   */
  readonly strangerStatus?: number
  /** The status that authorized callers get for the targets `crossed` and `unknown`; 404 by default. */
  readonly otherGroupStatus?: number
  /** Returns the expected error code, for a call that returns one status with several codes. */
  readonly code?: (role: Role, target: Target) => ErrorCode
  /** After the call succeeds, other tests can't use its caller or group. */
  readonly usesUpTestGroups?: true
  /** The call gets 402 while the group is unpaid. */
  readonly needsSubscription?: true
}

export const everybody = (status = 200): StatusByRole => statusesOf(status, status, status)
export const signedIn = (status = 200): StatusByRole => statusesOf(401, status, status)
export const superAdmins = (status = 200): StatusByRole => ({
  ...statusesOf(401, 403, 403),
  superAdmin: status,
})
export const members = (status = 200, stranger = 404, superAdmin = 403): StatusByRole => ({
  ...statusesOf(401, stranger, status),
  superAdmin,
})
export const ownerAndAdmins = (status = 200): StatusByRole => ({
  ...members(403),
  admin: status,
  owner: status,
})
export const ownerOnly = (status = 200): StatusByRole => ({ ...members(403), owner: status })

function statusesOf(visitor: number, stranger: number, rest: number): StatusByRole {
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

export function bodyFieldsOf({ body }: Endpoint): string[] {
  return namesIn(body)
}

function namesIn(schema: unknown): string[] {
  const { def } = (schema ?? {}) as { def?: { shape?: object; innerType?: unknown } }
  if (def === undefined) return []
  return def.shape === undefined ? namesIn(def.innerType) : Object.keys(def.shape)
}

function isAboutGroup({ requires, endpoint, thing }: Rule): boolean {
  if (requires === 'super-admin') return thing === undefined && endpoint.path.includes('{')
  return requires === 'group' || requires === 'slug'
}

export function targetsOf(rule: Rule): readonly Target[] {
  if (rule.thing !== undefined && !rule.pathOmitsGroup && rule.requires === 'group') {
    return ['own', 'foreign', 'missing', 'crossed', 'unknown']
  }
  return isAboutGroup(rule) || rule.thing !== undefined ? ['own', 'foreign', 'missing'] : ['own']
}

export function expectedStatus(rule: Rule, role: Role, target: Target): number {
  const { statusByRole, requires } = rule
  if (target === 'own') return statusByRole[role]
  if (role === 'visitor' && statusByRole.visitor === 401) return 401
  const isAuthorized = statusByRole[role] < 400 || statusByRole[role] === 409
  if (requires !== 'group' && requires !== 'slug') {
    return target === 'missing' && isAuthorized ? 404 : statusByRole[role]
  }
  if (target === 'missing') return 404
  if (target === 'foreign') {
    if (role === 'stranger') return rule.strangerStatus ?? statusByRole.owner
    return role === 'superAdmin' ? statusByRole.superAdmin : statusByRole.stranger
  }
  const isLookedUp = isAuthorized || (rule.looksUpThingFirst === true && role !== 'superAdmin')
  return isLookedUp ? (rule.otherGroupStatus ?? 404) : statusByRole[role]
}
