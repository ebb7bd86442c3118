import {
  readWeatherWatch,
  setWeatherWatch,
  type WeatherLimits,
} from '../../../contract/weather-watch.ts'
import { useAction } from '../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../lib/api-client.ts'
import { keyOf, queryClient, useAnswer } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/read-anew.ts'
import { Fold } from '../../ui/Fold.tsx'
import { Form } from '../../ui/Form.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { asForm, asLimits, choicesOf, describeLimits, limitsForm } from './limits-form.ts'

/** Lets the owner set which forecasts make the app ask players, the evening before, if they still play. */
export function WeatherWatch({ groupId }: { readonly groupId: number }) {
  const limits = useAnswer(readWeatherWatch, { params: { id: groupId } })
  return (
    <section aria-label="Weather watch">
      <Fold title="Weather watch" now={limits.data ? describeLimits(limits.data) : '…'}>
        <p className="text-sm text-muted">
          At 6 PM the day before, players are asked whether they are still in when the forecast for
          their round is like this.
        </p>
        {limits.data ? (
          <div className="form-amid">
            <LimitsForm key={describeLimits(limits.data)} groupId={groupId} limits={limits.data} />
          </div>
        ) : (
          limits.error && <p role="alert">{failureText(limits.error, LOADING_FAILED)}</p>
        )}
      </Fold>
    </section>
  )
}

function LimitsForm({ groupId, limits }: { groupId: number; limits: WeatherLimits }) {
  const save = useAction({
    run: (body: WeatherLimits) => call(setWeatherWatch, { params: { id: groupId }, body }),
    success: { title: 'Weather Watch Saved', description: 'It counts from tonight on.' },
    failure: {
      title: 'Failed to Save Weather Watch',
      fallback: 'An error occurred while saving the weather watch.',
    },
    onSuccess: (saved) =>
      queryClient.setQueryData(keyOf(readWeatherWatch, { params: { id: groupId } }), saved),
    onError: () => void invalidateGroup(groupId),
  })
  return (
    <Form
      schema={limitsForm}
      defaults={asForm(limits)}
      onSubmit={(typed) => save.mutate(asLimits(typed))}
      pending={save.isPending}
      error={save.error}
      submitLabel="Save Weather Watch"
      pendingLabel="Saving..."
      submitLook="outline"
    >
      <SelectField name="rain" label="Chance of Rain">
        <option value="off">Doesn't matter</option>
        {choicesOf('rain', limits.rain).map((percent) => (
          <option key={percent} value={percent}>
            {percent} % or more
          </option>
        ))}
      </SelectField>
      <SelectField name="wind" label="Wind">
        <option value="off">Doesn't matter</option>
        {choicesOf('wind', limits.wind).map((speed) => (
          <option key={speed} value={speed}>
            {speed} km/h or more
          </option>
        ))}
      </SelectField>
      <SelectField name="cold" label="Cold">
        <option value="off">Doesn't matter</option>
        {choicesOf('cold', limits.cold).map((degrees) => (
          <option key={degrees} value={degrees}>
            {degrees} °C or below
          </option>
        ))}
      </SelectField>
    </Form>
  )
}
