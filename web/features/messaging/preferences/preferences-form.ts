import * as z from 'zod/mini'
import { alertKind } from '../../../../contract/alerts.ts'
import { localTime, timeZone } from '../../../../contract/fields.ts'
import { alertChannel, type Preferences } from '../../../../contract/preferences.ts'
import type { PreferencesChange } from './queries.ts'

/** The dialog's fields: one per kind of message, the quiet hours, the time zone, and one per group. */
export const choicesForm = z.looseObject({
  posted: alertChannel,
  mine: alertChannel,
  opened: alertChannel,
  waiting: alertChannel,
  changed: alertChannel,
  reminder: alertChannel,
  group: alertChannel,
  trial: alertChannel,
  quietFrom: localTime,
  quietTo: localTime,
  timeZone,
})
export type ChosenValues = z.output<typeof choicesForm>

/** Returns the name of a group's mute field. */
export function muteFieldOf(groupId: number): string {
  return `mute-${groupId}`
}

/** Returns the dialog's initial values. @param zone the browser's, used if the golfer has chosen none */
export function valuesOf(
  { channels, quietHours, timeZone: chosen, groups }: Preferences,
  zone: string,
): ChosenValues {
  return {
    ...channels,
    quietFrom: quietHours.from,
    quietTo: quietHours.to,
    timeZone: chosen ?? zone,
    ...Object.fromEntries(groups.map(({ id, muted }) => [muteFieldOf(id), muted])),
  }
}

/** Returns the changes since the dialog opened, for groups the golfer is still in; undefined if none. */
export function changesIn(
  values: ChosenValues,
  opened: ChosenValues,
  now: Pick<Preferences, 'timeZone' | 'groups'>,
): PreferencesChange | undefined {
  const kinds = alertKind.options.filter((kind) => values[kind] !== opened[kind])
  const groups = now.groups
    .map(({ id }) => ({ id, muted: values[muteFieldOf(id)] === true }))
    .filter(({ id, muted }) => muted !== (opened[muteFieldOf(id)] === true))
  const { quietFrom: from, quietTo: to } = values
  const change: PreferencesChange = {
    ...(kinds.length > 0 && {
      channels: Object.fromEntries(kinds.map((kind) => [kind, values[kind]])),
    }),
    ...((from !== opened.quietFrom || to !== opened.quietTo) && { quietHours: { from, to } }),
    // Saving the dialog also saves the browser's zone that it showed.
    ...((values.timeZone !== opened.timeZone || now.timeZone === null) && {
      timeZone: values.timeZone,
    }),
    ...(groups.length > 0 && { groups }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
