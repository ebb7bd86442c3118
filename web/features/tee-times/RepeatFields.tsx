import { type ReactNode, use } from 'react'
import {
  MAX_STANDING_DAYS_AHEAD,
  MIN_STANDING_DAYS_AHEAD,
} from '../../../contract/standing-times.ts'
import { FormContext } from '../../ui/form-state.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { Stepper } from '../../ui/Stepper.tsx'

/** Fields for whether and how far ahead the server repeats the tee time automatically, plus `children`. */
export function RepeatFields({ children }: { readonly children: ReactNode }) {
  const repeats = use(FormContext)?.values['repeat'] !== 'never'
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(8.75rem,1fr))] gap-4">
      <SelectField name="repeat" label="Repeat">
        <option value="never">Never</option>
        <option value="1">Every week</option>
        <option value="2">Every 2 weeks</option>
      </SelectField>
      {repeats && (
        <Stepper
          name="daysAhead"
          label="Posted days ahead"
          min={MIN_STANDING_DAYS_AHEAD}
          max={MAX_STANDING_DAYS_AHEAD}
        />
      )}
      {children}
    </div>
  )
}
