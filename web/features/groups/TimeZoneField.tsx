import { timeZone } from '../../../contract/fields.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/limits.ts'
import { useField } from '../../ui/form-state.ts'
import { SelectField } from '../../ui/SelectField.tsx'

/** Returns this browser's time zone, or the default one if a group cannot have it. */
export function guessedTimeZone(): string {
  const zone = timeZone.safeParse(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  return zone.success ? zone.data : DEFAULT_TIME_ZONE
}

/** A field for the time zone of a group, with all zones that this browser knows, by region. */
export function TimeZoneField({ name }: { readonly name: string }) {
  const { text: chosen } = useField(name)
  const known = Intl.supportedValuesOf('timeZone')
  // Browsers know some zones by an older name.
  const zones = known.includes(chosen) || chosen === '' ? known : [...known, chosen].sort()
  const regions = new Map<string, string[]>()
  for (const zone of zones) {
    const [region = zone] = zone.split('/')
    regions.set(region, [...(regions.get(region) ?? []), zone])
  }
  return (
    <SelectField name={name} label="Time Zone">
      {[...regions].map(([region, ofRegion]) => (
        <optgroup key={region} label={region}>
          {ofRegion.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}
