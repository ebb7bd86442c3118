import * as z from 'zod/mini'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { personName } from '../../../contract/fields.ts'
import type { GroupDetail } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { isActiveMember, membersBySlug } from '../../../contract/members.ts'
import type { reserveSpot } from '../../../contract/spots.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { dateIn, daysAfter, timeIn } from '../../lib/dates.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { SelectField, TextField } from '../../ui/Fields.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { useReserveSpot } from './reservation-queries.ts'

interface HoldSpotProps {
  readonly card: TeeTime
  readonly group: GroupDetail
  readonly onHeld: () => void
}

/** Form to reserve an open spot for a member, or for someone else by name. */
export function ReserveSpot({ card, group, onHeld }: HoldSpotProps) {
  const hold = useReserveSpot(card, onHeld)
  const members = useEndpoint(membersBySlug, { params: { slug: group.slug } })
  const others = members.data
    ?.filter(isActiveMember)
    .filter((member) => !card.participants.some(({ id }) => id === member.id))
  const now = new Date()
  return (
    <section aria-labelledby="hold-spot" className="form-amid">
      <h3 id="hold-spot" className="font-semibold">
        Hold a spot
      </h3>
      <p className="mb-3 text-sm text-muted">Nobody else can claim it; then it opens by itself.</p>
      <Form
        schema={reservationForm}
        defaults={{ who: '', name: '', ...usualEnd(card, group.timeZone, now) }}
        onSubmit={(values) => hold.mutate(reservationOf(values))}
        pending={hold.isPending}
        error={hold.error}
        submitLabel="Hold Spot"
        pendingLabel="Holding..."
      >
        <SelectField name="who" label="For">
          <option value="">Pick a golfer</option>
          {others?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value={SOMEBODY_ELSE}>Somebody else</option>
        </SelectField>
        <NameOfElse />
        <DatePicker name="date" label="Until" from={dateIn(group.timeZone, now)} to={card.date} />
        <TextField name="time" label="Time" type="time" />
      </Form>
    </section>
  )
}

/** Asks for the name if the spot isn't for a member. */
function NameOfElse() {
  const who = useField('who')
  if (who.value !== SOMEBODY_ELSE) return null
  return <TextField name="name" label="Their Name" maxLength={MAX_NAME_LENGTH} autoComplete="off" />
}

/** Value of `who` for a person given by name instead of a member. */
export const SOMEBODY_ELSE = 'else'
const EVENING = '18:00'

const guestName = personName('A name is required')

/** The form to reserve a spot: the contract's rules, with messages for pickers. */
export const reservationForm = z
  .object({
    /** A member's id, or {@link SOMEBODY_ELSE}. */
    who: z.string().check(z.minLength(1, 'Pick a golfer')),
    name: z.string(),
    date: z.iso.date('Pick a date'),
    time: z.string().check(z.minLength(1, 'Pick a time')),
  })
  .check((context) => {
    if (context.value.who !== SOMEBODY_ELSE) return
    const parsed = guestName.safeParse(context.value.name)
    for (const { message } of parsed.error?.issues ?? []) {
      context.issues.push({ code: 'custom', message, path: ['name'], input: context.value.name })
    }
  })

export function reservationOf(form: z.output<typeof reservationForm>): BodyOf<typeof reserveSpot> {
  const { who, name, date, time } = form
  return who === SOMEBODY_ELSE
    ? { name: name.trim(), date, time }
    : { forGolferId: Number(who), date, time }
}

/**
 * Returns the default end of a reservation: this evening in the group's time zone, or an hour before
 * tee-off if that is earlier or the evening has begun.
 */
export function usualEnd(
  { date, time }: Pick<TeeTime, 'date' | 'time'>,
  timeZone: string,
  now: Date,
): { date: string; time: string } {
  const today = dateIn(timeZone, now)
  const before = hourBefore(date, time)
  const isUnexpired = timeIn(timeZone, now) < EVENING
  return isUnexpired && `${today} ${EVENING}` < `${before.date} ${before.time}`
    ? { date: today, time: EVENING }
    : before
}

function hourBefore(date: string, time: string): { date: string; time: string } {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = (hours: number) => `${pad(hours)}:${pad(minute)}`
  return hour === 0
    ? { date: daysAfter(date, -1), time: clock(23) }
    : { date, time: clock(hour - 1) }
}

function pad(part: number): string {
  return String(part).padStart(2, '0')
}
