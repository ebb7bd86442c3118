import type { GroupDetail } from '../../../contract/groups.ts'
import { MAX_NAME_LENGTH } from '../../../contract/limits.ts'
import { isActiveMember, membersBySlug } from '../../../contract/members.ts'
import type { TeeTime } from '../../../contract/tee-times.ts'
import { dateIn } from '../../lib/dates.ts'
import { useAnswer } from '../../lib/query-client.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'
import { Form } from '../../ui/Form.tsx'
import { useField } from '../../ui/form-state.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useHoldSpot } from './aside-queries.ts'
import { holdOf, holdSpotForm, SOMEBODY_ELSE, usualEnd } from './spot-forms.ts'

interface HoldSpotProps {
  readonly card: TeeTime
  readonly group: GroupDetail
  readonly onHeld: () => void
}

/** Form to reserve an open spot for a member, or for someone else by name. */
export function HoldSpot({ card, group, onHeld }: HoldSpotProps) {
  const hold = useHoldSpot(card, onHeld)
  const members = useAnswer(membersBySlug, { params: { slug: group.slug } })
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
        schema={holdSpotForm}
        defaults={{ who: '', name: '', ...usualEnd(card, group.timeZone, now) }}
        onSubmit={(values) => hold.mutate(holdOf(values))}
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
