import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import { type updateGroup as endpoint, OWNER_ONLY } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import { recordAction } from '../identity/index.ts'
import { inTransaction, type Queries } from '../platform/database/database.ts'
import { AppError, notFound } from '../platform/errors.ts'
import { runHooks } from '../ports.ts'
import type { GroupOwner } from './access.ts'
import { lockWithParts } from './lock-with-parts.ts'
import { type GroupSettings, lockSettings, saveSettings } from './store.ts'

const LABELS = {
  name: 'name',
  description: 'description',
  timeZone: 'time zone',
  homePlace: 'weather location',
  units: 'units',
  guestsPerPlayer: 'guests per player',
} as const satisfies Record<keyof GroupSettings, string>

/**
 * Changes a group's settings. Omitted fields stay as they are, and identical values change nothing. In a
 * new time zone, tee times keep their booked local time, and their players are notified.
 * @throws AppError OUT_OF_DATE, with the settings as `group`, when they are newer than `version`; FORBIDDEN
 * when ownership was just transferred
 */
export async function updateGroup(
  ctx: Pick<Context, 'db' | 'clock' | 'groupHooks' | 'notify'>,
  owner: GroupOwner,
  change: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  return inTransaction(ctx.db, (tx) => updateIn(ctx, tx, owner, change))
}

async function updateIn(
  ctx: Pick<Context, 'clock' | 'groupHooks' | 'notify'>,
  tx: Queries,
  owner: GroupOwner,
  change: BodyOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const moves = change.timeZone !== undefined && change.timeZone !== owner.group.timeZone
  const { found, parts } = moves
    ? await lockWithParts(
        tx,
        owner,
        () => runHooks(ctx.groupHooks, (of) => of.lockBeforeZoneChange?.(ctx, tx, owner.groupId)),
        (attempt) => lockSettings(attempt, owner),
      )
    : { found: await lockSettings(tx, owner), parts: [] }
  if (found === undefined) throw notFound('group')
  const { ownerId, ...before } = found
  if (ownerId !== owner.golferId) throw new AppError('FORBIDDEN', OWNER_ONLY)
  const wanted: GroupSettings = {
    name: change.name,
    description: change.description === undefined ? before.description : change.description || null,
    timeZone: change.timeZone ?? before.timeZone,
    homePlace: change.homePlace === undefined ? before.homePlace : change.homePlace || null,
    units: change.units ?? before.units,
    guestsPerPlayer: change.guestsPerPlayer ?? before.guestsPerPlayer,
  }
  const detail = changesBetween(before, wanted)
  if (detail === '') return { message: 'These settings are already saved.', group: before }
  const isStale = change.version !== undefined && change.version !== before.version
  // The zone may also have changed since access was checked, so that other tee times would have to move.
  if (isStale || (wanted.timeZone !== before.timeZone && !moves)) {
    throw new AppError(
      'OUT_OF_DATE',
      'Someone else changed these settings. Check them, then save again.',
      { group: before },
    )
  }
  const group = await saveSettings(tx, owner, wanted)
  if (group === undefined) throw notFound('group')
  if (group.timeZone !== before.timeZone) {
    const moved = { timeZone: group.timeZone, by: owner.golferId }
    const now = ctx.clock.now()
    for (const part of parts) await part.zoneChanged(moved, now)
  }
  await recordAction(ctx, tx, {
    actorId: owner.golferId,
    action: 'group-updated',
    group: { groupId: owner.groupId, name: before.name },
    detail,
  })
  return { message: 'The settings have been saved.', group }
}

/** Describes the changed settings with old and new values; empty if nothing changed. */
function changesBetween(before: GroupSettings, after: GroupSettings): string {
  return (Object.keys(LABELS) as (keyof GroupSettings)[])
    .filter((setting) => before[setting] !== after[setting])
    .map((setting) => `${LABELS[setting]}: ${quoted(before[setting])} to ${quoted(after[setting])}`)
    .join('; ')
}

function quoted(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  return value === null ? 'none' : `"${value}"`
}
