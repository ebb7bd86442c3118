import { type AlertKind, alertKind } from '../../../contract/alerts.ts'
import {
  type AlertChannel,
  DEFAULT_CHANNEL,
  DEFAULT_QUIET_HOURS,
  type Preferences,
} from '../../../contract/preferences.ts'
import type { Queries } from '../../platform/database/database.ts'
import { findChoices } from './store.ts'

export { saveChoices } from './store.ts'

/** Returns the golfer's channels and quiet hours, with defaults for what was not chosen. */
export async function readChoices(
  db: Queries,
  golferId: number,
): Promise<Pick<Preferences, 'channels' | 'quietHours' | 'timeZone'>> {
  const chosen = await findChoices(db, golferId)
  return {
    channels: Object.fromEntries(
      alertKind.options.map((kind) => [kind, chosen?.channels[kind] ?? DEFAULT_CHANNEL]),
    ) as Record<AlertKind, AlertChannel>,
    quietHours: chosen ? { from: chosen.quietFrom, to: chosen.quietTo } : DEFAULT_QUIET_HOURS,
    timeZone: chosen?.timeZone ?? null,
  }
}
