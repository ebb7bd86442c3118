import type { BodyOf } from '../../contract/endpoint.ts'
import type { updateGroup as endpoint, GroupSettings } from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../platform/database/database.ts'
import { AppError } from '../platform/errors.ts'
import type { GroupOwner } from './access.ts'
import { lockGroupWithHooks } from './lock-group.ts'
import { lockSettings, recordInGroup, saveGroup } from './store.ts'

const SETTING_LABELS = {
  name: 'name',
  description: 'description',
  timeZone: 'time zone',
  homePlace: 'weather location',
  units: 'units',
  guestsPerPlayer: 'guests per player',
} as const

type Setting = keyof typeof SETTING_LABELS
type Settings = Pick<GroupSettings, Setting>

/**
 * Changes a group's settings. Omitted fields stay as they are, and identical values change nothing. If the
 * time zone changes, tee times keep their booked local times, and their players are notified.
 * @throws AppError OUT_OF_DATE, with the current settings as `group`, if they are newer than `version`
 */
export function updateGroup(ctx: Context, owner: GroupOwner, change: BodyOf<typeof endpoint>) {
  return inTransaction(ctx.db, async (tx) => {
    const requestsZoneChange =
      change.timeZone !== undefined && change.timeZone !== owner.group.timeZone
    const { found: before, lockedHooks } = requestsZoneChange
      ? await lockGroupWithHooks(
          ctx,
          tx,
          owner.groupId,
          (hooks) => hooks.lockBeforeZoneChange?.(ctx, tx, owner.groupId),
          (savepoint) => lockSettings(savepoint, owner),
        )
      : { found: await lockSettings(tx, owner), lockedHooks: [] }
    const after = settingsAfter(before, change)
    const detail = changesBetween(before, after)
    if (detail === '') return { message: 'These settings are already saved.', group: before }
    const isStale = change.version !== undefined && change.version !== before.version
    const changesZone = after.timeZone !== before.timeZone
    // Another request may have changed the time zone after our access check. If this request contains the
    // previous zone, it would change the zone back without having locked the tee times, so refuse.
    if (isStale || (changesZone && !requestsZoneChange)) {
      const message = 'These settings have changed. Check them, then save again.'
      throw new AppError('OUT_OF_DATE', message, { group: before })
    }
    const saved = { ...after, version: before.version + 1 }
    await saveGroup(tx, owner, saved)
    if (changesZone) {
      const zoneChange = { timeZone: after.timeZone, by: owner.golferId }
      const now = ctx.clock.now()
      for (const hook of lockedHooks) await hook.zoneChanged(zoneChange, now)
    }
    const lockedGroup = { ...owner.group, name: before.name }
    await recordInGroup(ctx, tx, { ...owner, group: lockedGroup }, 'group-updated', { detail })
    return { message: 'The settings have been saved.', group: { ...before, ...saved } }
  })
}

function settingsAfter(before: Settings, change: BodyOf<typeof endpoint>): Settings {
  return {
    name: change.name,
    description: change.description === undefined ? before.description : change.description || null,
    timeZone: change.timeZone ?? before.timeZone,
    homePlace: change.homePlace === undefined ? before.homePlace : change.homePlace || null,
    units: change.units ?? before.units,
    guestsPerPlayer: change.guestsPerPlayer ?? before.guestsPerPlayer,
  }
}

function changesBetween(before: Settings, after: Settings): string {
  return (Object.keys(SETTING_LABELS) as Setting[])
    .filter((setting) => before[setting] !== after[setting])
    .map(
      (setting) =>
        `${SETTING_LABELS[setting]}: from ${quoted(before[setting])} to ${quoted(after[setting])}`,
    )
    .join('; ')
}

function quoted(value: string | number | null): string {
  if (typeof value === 'number') return String(value)
  return value === null ? 'none' : `"${value}"`
}
