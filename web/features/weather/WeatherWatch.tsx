import * as z from 'zod/mini'
import { readWeatherWatch, setWeatherWatch, type WeatherLimits } from '../../../contract/weather.ts'
import { useAction } from '../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../lib/api-client.ts'
import { keyOf, queryClient, useEndpoint } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'

/** Lets the owner set which forecasts make the app ask players, the evening before, if they still play. */
export function WeatherWatch({ groupId }: { readonly groupId: number }) {
  const limits = useEndpoint(readWeatherWatch, { params: { id: groupId } })
  return (
    <section aria-label="Weather watch">
      <Disclosure title="Weather watch" now={limits.data ? describeLimits(limits.data) : '…'}>
        <p className="text-sm text-muted">
          At 6 PM the day before, we ask players whether they're still in if the forecast is like
          this.
        </p>
        {limits.data ? (
          <div className="form-amid">
            <WatchForm key={describeLimits(limits.data)} groupId={groupId} limits={limits.data} />
          </div>
        ) : (
          limits.error && <p role="alert">{failureText(limits.error, LOADING_FAILED)}</p>
        )}
      </Disclosure>
    </section>
  )
}

function WatchForm({ groupId, limits }: { groupId: number; limits: WeatherLimits }) {
  const save = useAction({
    run: (body: WeatherLimits) => call(setWeatherWatch, { params: { id: groupId }, body }),
    success: { title: 'Weather Watch Saved', description: 'It starts tonight.' },
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
      {LIMITS.map(({ name, label, unit }) => (
        <SelectField key={name} name={name} label={label}>
          <option value={OFF}>Any</option>
          {choicesOf(name, limits[name]).map((choice) => (
            <option key={choice} value={choice}>
              {choice} {unit}
            </option>
          ))}
        </SelectField>
      ))}
    </Form>
  )
}

const LIMITS = [
  { name: 'rain', label: 'Chance of Rain', unit: '% or more' },
  { name: 'wind', label: 'Wind', unit: 'km/h or more' },
  { name: 'cold', label: 'Cold', unit: '°C or below' },
] as const

const CHOICES: Readonly<Record<keyof WeatherLimits, readonly number[]>> = {
  rain: [30, 40, 50, 60, 70, 80, 90],
  wind: [20, 30, 40, 50, 60, 80],
  cold: [15, 10, 5, 0, -5, -10],
}

const limitsForm = z.object({ rain: z.string(), wind: z.string(), cold: z.string() })
type LimitsForm = z.output<typeof limitsForm>

const OFF = 'off'

export function asForm({ rain, wind, cold }: WeatherLimits): LimitsForm {
  const shown = (limit: number | null) => (limit === null ? OFF : String(limit))
  return { rain: shown(rain), wind: shown(wind), cold: shown(cold) }
}

export function asLimits({ rain, wind, cold }: LimitsForm): WeatherLimits {
  const meant = (typed: string) => (typed === OFF ? null : Number(typed))
  return { rain: meant(rain), wind: meant(wind), cold: meant(cold) }
}

/** Returns the sorted choices for a limit, including the current value if it isn't a standard one. */
export function choicesOf(limit: keyof WeatherLimits, set: number | null): number[] {
  const all = new Set(set === null ? CHOICES[limit] : [...CHOICES[limit], set])
  return [...all].sort((one, other) => (limit === 'cold' ? other - one : one - other))
}

/** Describes the limits: 'Off', or 'rain 60 %, wind 40 km/h'. */
export function describeLimits({ rain, wind, cold }: WeatherLimits): string {
  const set = [
    rain !== null && `rain ${rain} %`,
    wind !== null && `wind ${wind} km/h`,
    cold !== null && `${cold} °C`,
  ].filter((limit) => limit !== false)
  return set.length === 0 ? 'Off' : set.join(', ')
}
