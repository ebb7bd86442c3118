import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import { useField } from '../ui/form-state.ts'
import { SelectField } from '../ui/SelectField.tsx'

/** The zone that this browser stands in. */
export function guessedTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_TIME_ZONE
}

/** The zone of a group's dates and times, from all that this browser knows. */
export function TimeZoneField({ name }: { readonly name: string }) {
  const { text: chosen } = useField(name)
  const known = Intl.supportedValuesOf('timeZone')
  const zones = known.includes(chosen) || chosen === '' ? known : [chosen, ...known]
  return (
    <SelectField name={name} label="Time Zone">
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </SelectField>
  )
}
