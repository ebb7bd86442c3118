import type { BodyOf } from '../../contract/endpoint.ts'
import type { createGroup as endpoint } from '../../contract/groups.ts'
import { DEFAULT_TIME_ZONE, MAX_OWNED_GROUPS } from '../../contract/limits.ts'
import { isUsableSlug } from '../../contract/slugs.ts'
import type { Units } from '../../contract/units.ts'
import type { Context } from '../context.ts'
import { recordAction, type SessionHolder } from '../identity/index.ts'
import { type Clock, DAY_MS } from '../platform/clock.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import { AppError, notSignedIn } from '../platform/errors.ts'
import type { allGroups } from './schema.ts'
import { insertGroup, isSlugTaken, lockAndCountOwnedGroups } from './store.ts'

export function createOwnGroup(ctx: Context, by: SessionHolder, form: BodyOf<typeof endpoint>) {
  return inTransaction(ctx.db, async (tx) => {
    const plan = { ...form, ownerId: by.golferId }
    const { groupId: id, expiryDate } = await startTrial(ctx, tx, plan)
    return { id, name: form.name, slug: form.slug, expiryDate: expiryDate.toISOString() }
  })
}

/**
 * Creates a group, which always starts with a free trial. The limit on owned groups does not apply if the
 * group was bought in advance (`isPaid`).
 * @throws AppError SLUG_TAKEN; NOT_ELIGIBLE beyond the limit; UNAUTHENTICATED if the account was just deleted
 */
export async function startTrial(
  { clock, config }: Pick<Context, 'clock' | 'config'>,
  tx: Queries,
  plan: Omit<GroupPlan, 'expiryDate'>,
  { isPaid = false } = {},
) {
  const { name, ownerId } = plan
  const ownedCount = await lockAndCountOwnedGroups(tx, ownerId)
  if (ownedCount === undefined) throw notSignedIn()
  if (ownedCount >= MAX_OWNED_GROUPS && !isPaid) {
    throw new AppError(
      'NOT_ELIGIBLE',
      `You own ${ownedCount} groups, which is the most one golfer can own. Transfer one to another member first.`,
    )
  }
  const expiryDate = new Date(clock.now().getTime() + config.trialDays * DAY_MS)
  const groupId = await createGroup({ db: tx, clock }, { ...plan, expiryDate })
  if (groupId === undefined) throw slugTakenError()
  const group = { groupId, name }
  await recordAction({ clock }, tx, { actorId: ownerId, action: 'group-created', group })
  return { groupId, expiryDate }
}

/** The time zone defaults to Calgary's, and the units to those of the zone's country. */
export type GroupPlan = Pick<
  typeof allGroups.$inferInsert,
  'name' | 'slug' | 'ownerId' | 'description' | 'timeZone' | 'homePlace' | 'units' | 'expiryDate'
>

/** Returns the new group's id; undefined if the slug is not available or the owner's account was deleted. */
export async function createGroup({ db, clock }: { db: Queries; clock: Clock }, plan: GroupPlan) {
  if (!isUsableSlug(plan.slug)) return undefined
  const { timeZone = DEFAULT_TIME_ZONE, units = unitsIn(timeZone) } = plan
  const description = plan.description || null
  return insertGroup(db, { ...plan, description, timeZone, units }, clock.now())
}

const US_ZONES: ReadonlySet<string> = new Set(new Intl.Locale('und-US').getTimeZones())

function unitsIn(timeZone: string): Units {
  // Resolve aliases first: US_ZONES contains 'America/New_York', but not 'US/Eastern'.
  const zone = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
  return US_ZONES.has(zone) ? 'imperial' : 'metric'
}

export function slugTakenError(): AppError {
  const message = 'This URL is taken. Try another one.'
  return new AppError('SLUG_TAKEN', message, { fields: { slug: message } })
}

export async function checkSlug({ db, clock }: Context, slug: string) {
  return { available: isUsableSlug(slug) && !(await isSlugTaken(db, slug, clock.now())) }
}
