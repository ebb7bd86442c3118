import { use, useId, useState } from 'react'
import * as z from 'zod/mini'
import { ALERT_KIND_LABELS, type AlertKind, alertKind } from '../../../../contract/alerts.ts'
import { localTime, timeZone } from '../../../../contract/fields.ts'
import { alertChannel, CHANNEL_LABELS, type Preferences } from '../../../../contract/preferences.ts'
import { shortTime } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Switch, TextField } from '../../../ui/Fields.tsx'
import { Form } from '../../../ui/Form.tsx'
import { FormContext, useField } from '../../../ui/form-state.ts'
import { guessedTimeZone, TimeZoneField } from '../../groups/GroupFields.tsx'
import { describeFallback, type PreferencesChange, useChangePreferences } from './preferences.ts'

export function ChooseMessagesDialog(props: { preferences: Preferences; onClose: () => void }) {
  const { preferences, onClose } = props
  const [initialValues] = useState(() => valuesOf(preferences, guessedTimeZone()))
  const { groups } = preferences
  const save = useChangePreferences({
    failure: { title: 'Failed to Save Choices', doing: 'saving your choices' },
    success: { title: 'Choices Saved', description: 'Your choices have been saved.' },
    onSuccess: onClose,
  })
  return (
    <Dialog title="Choose Messages" description={describeFallback(preferences)} onClose={onClose}>
      <Form
        schema={choicesForm}
        defaults={initialValues}
        onSubmit={(values) => {
          const change = changesIn(values, initialValues, preferences)
          if (change === undefined) onClose()
          else save.mutate(change)
        }}
        action={save}
        submitLabel="Save"
        pendingLabel="Saving..."
      >
        <div className="divide-y divide-line border-t border-line">
          {alertKind.options.map((kind) => (
            <ChannelRow
              key={kind}
              kind={kind}
              hasPush={preferences.phones > 0 || preferences.channels[kind] === 'push'}
            />
          ))}
          <QuietHours />
          {groups.length > 0 && <MutedGroups groups={groups} />}
        </div>
      </Form>
    </Dialog>
  )
}

function ChannelRow({ kind, hasPush }: { kind: AlertKind; hasPush: boolean }) {
  const id = useId()
  const { input } = useField(kind)
  return (
    // In a narrow row, the select moves below the label and gets the full width.
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
      <label htmlFor={id} className="min-w-0 flex-[999_1_10.5rem] text-sm leading-snug">
        {ALERT_KIND_LABELS[kind]}
      </label>
      <select
        id={id}
        name={kind}
        // The dialog focuses the first of these selects.
        data-autofocus
        {...input}
        className="control w-auto max-w-full flex-[1_0_auto]"
      >
        {Object.entries(CHANNEL_LABELS)
          .filter(([channel]) => hasPush || channel !== 'push')
          .map(([channel, label]) => (
            <option key={channel} value={channel}>
              {label}
            </option>
          ))}
      </select>
    </div>
  )
}

function QuietHours() {
  const [from, to, zone] = [useField('quietFrom'), useField('quietTo'), useField('timeZone')]
  const hasError = [from, to, zone].some(({ message }) => message !== undefined)
  return (
    <Disclosure
      title="Quiet Hours"
      preview={describeHours(from.text, to.text)}
      forceOpen={hasError}
    >
      <p className="text-sm text-muted">
        Texts and notifications wait until quiet hours end. Those about a tee time in the next 12
        hours come right away if you're playing, you're on its waiting list, or a spot is reserved
        for you. To turn quiet hours off, set "From" and "To" to the same time.
      </p>
      <div className="grid grid-cols-2 gap-3">
        <TextField name="quietFrom" label="From" type="time" />
        <TextField name="quietTo" label="To" type="time" />
      </div>
      <TimeZoneField />
    </Disclosure>
  )
}

function describeHours(from: string, to: string): string {
  if (from === '' || to === '') return ''
  return from === to ? 'None' : `${shortTime(from)} to ${shortTime(to)}`
}

function MutedGroups({ groups }: Pick<Preferences, 'groups'>) {
  const values = use(FormContext)?.values ?? {}
  const mutedGroups = groups.filter(({ id }) => values[muteFieldOf(id)] === true)
  const summary =
    mutedGroups.length === groups.length ? 'All' : `${mutedGroups.length} of ${groups.length}`
  return (
    <Disclosure title="Muted Groups" preview={mutedGroups.length === 0 ? 'None' : summary}>
      <p className="text-sm text-muted">
        Muted groups send you messages only about rounds you're in or waiting for, spots reserved
        for you, cut-offs and delays of tee times you posted, and the trial and payments of a group
        you own.
      </p>
      <div className="divide-y divide-line">
        {groups.map(({ id, name }) => (
          <Switch key={id} name={muteFieldOf(id)} label={`Mute ${name}`} />
        ))}
      </div>
    </Disclosure>
  )
}

const choicesForm = z.intersection(
  z.looseRecord(alertKind, alertChannel),
  z.looseObject({ quietFrom: localTime, quietTo: localTime, timeZone }),
)
type ChosenValues = z.output<typeof choicesForm>

function muteFieldOf(groupId: number): string {
  return `mute-${groupId}`
}

/** @param defaultZone the time zone to use if the golfer has chosen none */
export function valuesOf(
  { channels, quietHours, timeZone: chosenZone, groups }: Preferences,
  defaultZone: string,
): ChosenValues {
  return {
    ...channels,
    quietFrom: quietHours.from,
    quietTo: quietHours.to,
    timeZone: chosenZone ?? defaultZone,
    ...Object.fromEntries(groups.map(({ id, muted }) => [muteFieldOf(id), muted])),
  }
}

/** Returns what changed since the dialog opened, if anything. Omits groups that the golfer has left. */
export function changesIn(
  values: ChosenValues,
  initialValues: ChosenValues,
  current: Pick<Preferences, 'timeZone' | 'groups'>,
): PreferencesChange | undefined {
  const kinds = alertKind.options.filter((kind) => values[kind] !== initialValues[kind])
  const groups = current.groups
    .map(({ id }) => ({ id, muted: values[muteFieldOf(id)] === true }))
    .filter(({ id, muted }) => muted !== (initialValues[muteFieldOf(id)] === true))
  const { quietFrom: from, quietTo: to } = values
  const change: PreferencesChange = {
    ...(kinds.length > 0 && {
      channels: Object.fromEntries(kinds.map((kind) => [kind, values[kind]])),
    }),
    ...((from !== initialValues.quietFrom || to !== initialValues.quietTo) && {
      quietHours: { from, to },
    }),
    // For a golfer without a time zone, also save the browser's, which the dialog showed.
    ...((values.timeZone !== initialValues.timeZone || current.timeZone === null) && {
      timeZone: values.timeZone,
    }),
    ...(groups.length > 0 && { groups }),
  }
  return Object.keys(change).length > 0 ? change : undefined
}
