import * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { personName } from '../../../contract/fields.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { listMembersBySlug } from '../../../contract/members.ts'
import { capitalized } from '../../../contract/names.ts'
import { reserveSpot } from '../../../contract/spots.ts'
import { isPlaying, type TeeTime } from '../../../contract/tee-times.ts'
import { call } from '../../lib/api-client.ts'
import { dateIn, timeIn } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { SelectField, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { useCardAction } from './queries.ts'

export function ReserveSpot(props: {
  card: TeeTime
  group: GroupDetail
  /** Whether the golfer can turn a reservation into a spot for a guest. */
  canBring: boolean
  onReserved: () => void
}) {
  const { card, group, canBring, onReserved } = props
  const reserve = useCardAction<BodyOf<typeof reserveSpot>>(card, {
    run: (body) => call(reserveSpot, { params: { id: card.id }, body }),
    failure: { title: 'Failed to Reserve Spot', doing: 'reserving the spot' },
    success: (_card, { forGolferId }) => ({
      title: 'Spot Reserved',
      description: describeNextStep(forGolferId, canBring),
    }),
    onSuccess: onReserved,
  })
  const members = useEndpoint(listMembersBySlug, { params: { slug: group.slug } })
  const others = members.data
    ?.filter((member) => member.status === 'active')
    .filter((member) => !isPlaying(card, member.id))
  const now = new Date()
  return (
    <section aria-labelledby="hold-spot">
      <h3 id="hold-spot" className="font-semibold">
        Reserve a Spot
      </h3>
      <p className="mb-3 text-sm text-muted">
        No one else can claim the spot until the time you pick. After that, someone else can.
      </p>
      <Form
        schema={reservationForm}
        defaults={{ who: '', name: '', ...defaultEnd(card, group.timeZone, now) }}
        action={reserve}
        submitLabel="Reserve Spot"
        pendingLabel="Reserving..."
      >
        <SelectField name="who" label="For">
          <option value="">Pick a golfer</option>
          {others?.map(({ id, name }) => (
            <option key={id} value={id}>
              {capitalized(name)}
            </option>
          ))}
          <option value={SOMEBODY_ELSE}>Someone else</option>
        </SelectField>
        <NameField />
        <DatePicker name="date" label="Until" from={dateIn(group.timeZone, now)} to={card.date} />
        <TextField name="time" label="Time" type="time" />
      </Form>
    </section>
  )
}

export function describeNextStep(forGolferId: number | undefined, canBring: boolean): string {
  if (forGolferId !== undefined) {
    return "We'll let them know. If they don't claim it in time, someone else can."
  }
  return canBring
    ? 'Add them as your guest before the time is up, or someone else can take the spot.'
    : 'When the time is up, someone else can take the spot.'
}

function NameField() {
  if (useField('who').value !== SOMEBODY_ELSE) return null
  return <TextField name="name" label="Their Name" maxLength={MAX_NAME_LENGTH} autoComplete="off" />
}

export const SOMEBODY_ELSE = 'else'
const EVENING = '18:00'
const HOUR_MS = 3_600_000

const guestNameSchema = personName('A name is required')

/** The contract's rules for a reservation, but with messages for pickers, such as 'Pick a date'. */
const typedReservationSchema = z
  .object({
    /** A member's id, or {@link SOMEBODY_ELSE}. */
    who: z.string().check(z.minLength(1, 'Pick a golfer')),
    name: z.string(),
    date: z.iso.date('Pick a date'),
    time: z.string().check(z.minLength(1, 'Pick a time')),
  })
  .check((context) => {
    if (context.value.who !== SOMEBODY_ELSE) return
    const parsed = guestNameSchema.safeParse(context.value.name)
    for (const { message } of parsed.error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, path: ['name'], input: context.value.name })
    }
  })

export const reservationForm = z.pipe(
  typedReservationSchema,
  z.transform(
    ({ who, name, ...end }): BodyOf<typeof reserveSpot> =>
      who === SOMEBODY_ELSE ? { name: name.trim(), ...end } : { forGolferId: Number(who), ...end },
  ),
)

/**
 * Returns the default end of a reservation: 6 PM today in the group's time zone or, if that has passed or is
 * less than an hour before tee-off, one hour before tee-off. During the last hour, returns tee-off.
 */
export function defaultEnd(card: Pick<TeeTime, 'date' | 'time'>, timeZone: string, now: Date) {
  const today = dateIn(timeZone, now)
  const time = timeIn(timeZone, now)
  const evening = `${today}T${EVENING}`
  const teeOff = `${card.date}T${card.time}`
  const hourBefore = new Date(Date.parse(`${teeOff}Z`) - HOUR_MS).toISOString()
  // Compare with the end of this minute: at 8:12:30, a reservation until 8:12 would already have ended.
  const isLastHour = hourBefore <= `${today}T${time}:59`
  const isEveningFirst = evening < hourBefore && time < EVENING
  const end = isLastHour ? teeOff : isEveningFirst ? evening : hourBefore
  return { date: end.slice(0, 10), time: end.slice(11, 16) }
}
