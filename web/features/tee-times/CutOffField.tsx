import { COMMON_CANCEL_HOURS } from '../../../contract/deadlines.ts'
import { plural } from '../../lib/counts.ts'
import { useField } from '../../ui/form-state.ts'
import { SelectField } from '../../ui/SelectField.tsx'

/** Field for the course's cancellation cut-off. */
export function CutOffField() {
  const chosen = Number(useField('cancelHours').text)
  const others = chosen > 0 && !COMMON_CANCEL_HOURS.some((hours) => hours === chosen)
  const offered = [...COMMON_CANCEL_HOURS, ...(others ? [chosen] : [])].sort((a, b) => a - b)
  return (
    <SelectField name="cancelHours" label="Cancellation cut-off">
      <option value="">None</option>
      {offered.map((hours) => (
        <option key={hours} value={hours}>
          {plural(hours, 'hour')} before
        </option>
      ))}
    </SelectField>
  )
}
