import * as z from 'zod/mini'
import { describeTemperature, describeWind, type Units } from '../../../contract/units.ts'
import { readWeatherWatch, setWeatherWatch, type WeatherLimits } from '../../../contract/weather.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { putResponse, useEndpoint } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { SelectField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { LoadingFailedRow } from '../../ui/Notice.tsx'

export function WeatherWatch({ groupId, units }: { groupId: number; units: Units }) {
  const limits = useEndpoint(readWeatherWatch, { params: { id: groupId } })
  return (
    <section aria-label="Weather watch">
      <Disclosure
        title="Weather Watch"
        preview={limits.data ? describeLimits(limits.data, units) : '…'}
      >
        <p className="text-sm text-muted">
          If the forecast reaches any of these limits, we ask players the evening before, between 6
          and 8 PM, whether they're still in. Anyone who doesn't answer keeps their spot.
        </p>
        {limits.data ? (
          <div className="form-amid">
            <WatchForm
              key={JSON.stringify(limits.data)}
              groupId={groupId}
              units={units}
              limits={limits.data}
            />
          </div>
        ) : (
          limits.error && <LoadingFailedRow query={limits} />
        )}
      </Disclosure>
    </section>
  )
}

function WatchForm(props: { groupId: number; units: Units; limits: WeatherLimits }) {
  const { groupId, units, limits } = props
  const save = useAction({
    run: (body: WeatherLimits) => call(setWeatherWatch, { params: { id: groupId }, body }),
    success: {
      title: 'Weather Watch Saved',
      description: 'We check each tee time the evening before, between 6 and 8 PM.',
    },
    failure: { title: 'Failed to Save Weather Watch', doing: 'saving the weather watch' },
    onSuccess: (saved) => putResponse(readWeatherWatch, { params: { id: groupId } }, saved),
    onError: () => void invalidateGroup(groupId),
  })
  return (
    <Form
      schema={limitsForm}
      defaults={toForm(limits)}
      action={save}
      submitLabel="Save Weather Watch"
      pendingLabel="Saving..."
      submitLook="outline"
    >
      {LIMIT_NAMES.map((name) => (
        <SelectField key={name} name={name} label={LIMITS[name].label}>
          <option value={OFF}>Off</option>
          {choicesOf(name, limits[name], units).map((choice) => (
            <option key={choice} value={choice}>
              {describeLimit(name, choice, units)} or {name === 'cold' ? 'below' : 'more'}
            </option>
          ))}
        </SelectField>
      ))}
    </Form>
  )
}

const LIMIT_NAMES = ['rain', 'wind', 'cold'] as const

/** The choices are in percent, km/h and °C. */
const LIMITS = {
  rain: { label: 'Chance of Rain', choices: [30, 40, 50, 60, 70, 80, 90] },
  wind: { label: 'Wind', choices: [20, 30, 40, 50, 60, 80] },
  cold: { label: 'Cold', choices: [15, 10, 5, 0, -5, -10] },
}
/** 15 to 50 mph, in km/h. */
const WIND_FOR_MPH = [24, 32, 40, 48, 64, 80]

const OFF = 'off'

const limitOrOff = z.pipe(
  z.string(),
  z.transform((value) => (value === OFF ? null : Number(value))),
)
export const limitsForm = z.object({ rain: limitOrOff, wind: limitOrOff, cold: limitOrOff })

export function toForm({ rain, wind, cold }: WeatherLimits): z.input<typeof limitsForm> {
  return { rain: String(rain ?? OFF), wind: String(wind ?? OFF), cold: String(cold ?? OFF) }
}

export function choicesOf(
  limit: keyof WeatherLimits,
  current: number | null,
  units: Units,
): number[] {
  const choices = limit === 'wind' && units === 'imperial' ? WIND_FOR_MPH : LIMITS[limit].choices
  const all = new Set(current === null ? choices : [...choices, current])
  return [...all].sort((one, other) => (limit === 'cold' ? other - one : one - other))
}

/** Describes the limits: 'Off', or 'rain 60%, wind 40 km/h'. */
export function describeLimits({ rain, wind, cold }: WeatherLimits, units: Units): string {
  const parts = [
    rain !== null && `rain ${describeLimit('rain', rain, units)}`,
    wind !== null && `wind ${describeLimit('wind', wind, units)}`,
    cold !== null && describeLimit('cold', cold, units),
  ].filter(Boolean)
  return parts.length === 0 ? 'Off' : parts.join(', ')
}

function describeLimit(name: keyof WeatherLimits, limit: number, units: Units): string {
  if (name === 'rain') return `${limit}%`
  return name === 'wind' ? describeWind(units, limit) : describeTemperature(units, limit)
}
