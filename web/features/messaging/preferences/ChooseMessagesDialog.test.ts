import { expect, test } from 'vitest'
import { changesIn, valuesOf } from './ChooseMessagesDialog.tsx'

const PREFERENCES = {
  channels: {
    posted: 'text',
    mine: 'text',
    opened: 'text',
    waiting: 'text',
    changed: 'text',
    reminder: 'text',
    group: 'email',
    trial: 'off',
  },
  quietHours: { from: '21:00', to: '08:00' },
  timeZone: 'America/Edmonton',
  groups: [
    { id: 1, name: 'Alpha', slug: 'alpha', muted: false },
    { id: 2, name: 'Beta', slug: 'beta', muted: true },
  ],
  texts: { status: 'on', number: null, available: true, from: null, emailProven: true },
  phones: 0,
} as const
const preferencesWith = (changed: object = {}) => ({
  ...PREFERENCES,
  groups: [...PREFERENCES.groups],
  ...changed,
})
const initialValues = valuesOf(preferencesWith(), 'Europe/London')

test('sends nothing when nothing changed', () => {
  expect(changesIn(initialValues, initialValues, preferencesWith())).toBeUndefined()
})

test('sends only what changed', () => {
  expect(changesIn({ ...initialValues, posted: 'off' }, initialValues, preferencesWith())).toEqual({
    channels: { posted: 'off' },
  })
  expect(
    changesIn(
      { ...initialValues, quietTo: '07:00', 'mute-2': false, mine: 'email' },
      initialValues,
      preferencesWith(),
    ),
  ).toEqual({
    channels: { mine: 'email' },
    quietHours: { from: '21:00', to: '07:00' },
    groups: [{ id: 2, muted: false }],
  })
})

test("adds the browser's time zone for a golfer without one", () => {
  const preferencesWithoutZone = preferencesWith({ timeZone: null })
  const values = valuesOf(preferencesWithoutZone, 'Europe/London')
  expect(values.timeZone).toBe('Europe/London')
  expect(changesIn(values, values, preferencesWithoutZone)).toEqual({ timeZone: 'Europe/London' })
})

test('does not send a group that the golfer is no longer in', () => {
  const [alpha] = PREFERENCES.groups
  const values = { ...initialValues, 'mute-1': true, 'mute-2': false }
  expect(changesIn(values, initialValues, preferencesWith({ groups: [alpha] }))).toEqual({
    groups: [{ id: 1, muted: true }],
  })
})
