import { OWNER_ONLY } from '../../../contract/groups.ts'
import type { WeatherLimits } from '../../../contract/weather.ts'
import type { Context } from '../../context.ts'
import type { GroupOwner } from '../../groups/index.ts'
import { recordAction } from '../../identity/index.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { lockOwner, readLimits as read, saveLimits } from './store.ts'

/** Returns the limits beyond which a group's players are asked whether they are still in. */
export function readLimits(ctx: Pick<Context, 'db'>, owner: GroupOwner): Promise<WeatherLimits> {
  return read(ctx.db, owner)
}

/**
 * Sets a group's limits. Setting the same limits again changes nothing.
 * @throws AppError FORBIDDEN when ownership was just transferred; NOT_FOUND when the group was just deleted
 */
export function setLimits(
  ctx: Pick<Context, 'db' | 'clock'>,
  owner: GroupOwner,
  limits: WeatherLimits,
): Promise<WeatherLimits> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      const ownerId = await lockOwner(tx, owner)
      if (ownerId === undefined) throw notFound('group')
      if (ownerId !== owner.golferId) throw new AppError('FORBIDDEN', OWNER_ONLY)
      const before = await read(tx, owner)
      const detail = said(limits)
      if (said(before) === detail) return before
      await saveLimits(tx, owner, limits)
      await recordAction(ctx, tx, {
        actorId: owner.golferId,
        action: 'group-updated',
        group: { groupId: owner.groupId, name: owner.group.name },
        detail: `weather watch: ${said(before)} to ${detail}`,
      })
      return limits
    }),
  )
}

function said({ rain, wind, cold }: WeatherLimits): string {
  const set = [
    ...(rain === null ? [] : [`rain ${rain} %`]),
    ...(wind === null ? [] : [`wind ${wind} km/h`]),
    ...(cold === null ? [] : [`${cold} °C`]),
  ]
  return set.length === 0 ? 'off' : set.join(', ')
}
