import { type ReactNode, useId, useRef } from 'react'
import { timeZone } from '../../../contract/fields.ts'
import { checkSlug, groupSlug } from '../../../contract/groups.ts'
import {
  DEFAULT_TIME_ZONE,
  MAX_DESCRIPTION_LENGTH,
  MAX_GROUP_NAME_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_SLUG_LENGTH,
  MIN_SLUG_LENGTH,
} from '../../../contract/limits.ts'
import { slugFrom } from '../../../contract/slugs.ts'
import { ApiError, NoResponseError } from '../../lib/api-client.ts'
import { useEndpoint } from '../../lib/query-client.ts'
import { useSettled } from '../../lib/timing.ts'
import { EmailField, ExactField, SelectField, TextArea, TextField } from '../../ui/Fields.tsx'
import { useField, useSubmitBlock } from '../../ui/form-state.ts'

const TYPING_PAUSE_MS = 300

interface GroupFieldsProps {
  readonly nameField: 'name' | 'groupName'
  readonly creation: { error: Error | null; variables: { slug: string } | undefined }
  readonly children?: ReactNode
}

export function GroupFields({ nameField, creation, children }: GroupFieldsProps) {
  const slug = useField('slug')
  // A slug that the golfer typed stays, even if the name changes.
  const suggestedSlug = useRef(slug.text)

  function suggest(name: string): void {
    if (slug.text !== suggestedSlug.current) return
    suggestedSlug.current = slugFrom(name)
    slug.set(suggestedSlug.current)
  }

  return (
    <>
      <TextField
        name={nameField}
        label="Group Name"
        maxLength={MAX_GROUP_NAME_LENGTH}
        autoComplete="off"
        onInput={(event) => suggest(event.currentTarget.value)}
      />
      {children}
      <SlugField creation={creation} />
      <TextArea
        name="description"
        label="Description (optional)"
        maxLength={MAX_DESCRIPTION_LENGTH}
      />
    </>
  )
}

function SlugField({ creation: { error, variables } }: Pick<GroupFieldsProps, 'creation'>) {
  const hintId = useId()
  const { text: slug, message } = useField('slug')
  const settledSlug = useSettled(slug, TYPING_PAUSE_MS)
  const canBeChecked = settledSlug === slug && slug.length >= MIN_SLUG_LENGTH
  const problem = canBeChecked ? groupSlug.safeParse(slug).error?.issues[0]?.message : undefined
  const enabled = canBeChecked && problem === undefined
  // Not cached, because someone may have taken the slug since the last check.
  const check = useEndpoint(
    checkSlug,
    { params: { slug: settledSlug } },
    { enabled, staleTime: 0, gcTime: 0 },
  )
  const isAvailable = enabled ? check.data?.available : undefined
  const wasSent = slug === variables?.slug
  const code = error instanceof ApiError ? error.code : undefined
  const isRefused = wasSent && code === 'SLUG_TAKEN'
  // If the response was lost, the golfer's own submission may have taken the slug, so allow a retry.
  const mayBeOwn = wasSent && (error instanceof NoResponseError || code === 'OUTCOME_UNKNOWN')
  // A failed check doesn't block the form, because the server checks again.
  const isTaken = isRefused || (isAvailable === false && !mayBeOwn)
  useSubmitBlock(isTaken ? 'URL Not Available' : null)
  const isInvalid = isTaken || problem !== undefined
  return (
    <div>
      <ExactField
        name="slug"
        label="Custom URL"
        maxLength={MAX_SLUG_LENGTH}
        describedBy={hintId}
        isInvalid={isInvalid}
      />
      {message === undefined && (
        <p
          id={hintId}
          role="status"
          className={`mt-1 min-h-10 text-sm wrap-anywhere ${isInvalid ? 'font-medium text-flag' : 'text-muted'}`}
        >
          {problem ??
            (isTaken
              ? `/${slug} is not available. Try another one.`
              : isAvailable === true
                ? `/${slug} is available.`
                : enabled && check.isFetching
                  ? 'Checking availability...'
                  : "Your group's own web address. Lowercase letters, numbers, and hyphens.")}
        </p>
      )}
    </div>
  )
}

export function guessedTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return timeZone.safeParse(zone).data ?? DEFAULT_TIME_ZONE
}

/** The zones of Canada and the US, west to east. A shared zone has two entries, a city in each country. */
const NEARBY_ZONES = [
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Vancouver',
  'America/Phoenix',
  'America/Denver',
  'America/Edmonton',
  'America/Regina',
  'America/Chicago',
  'America/Winnipeg',
  'America/New_York',
  'America/Toronto',
  'America/Halifax',
  'America/St_Johns',
]

/** Returns a name such as 'Edmonton, Mountain Time'. */
export function nameOfZone(zone: string): string {
  const style = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longGeneric' })
  const name = style.formatToParts().find(({ type }) => type === 'timeZoneName')?.value
  return `${zone.replace(/^.*\//, '').replaceAll('_', ' ')}, ${name}`
}

export function TimeZoneField() {
  const { text: chosen } = useField('timeZone')
  const supported = Intl.supportedValuesOf('timeZone')
  // Browsers list some zones only by an older name, so the chosen zone may be missing.
  const zones =
    supported.includes(chosen) || chosen === '' ? supported : [...supported, chosen].sort()
  const regions = Map.groupBy(zones, (zone) => zone.split('/')[0])
  return (
    <SelectField name="timeZone" label="Time Zone">
      <optgroup label="Canada and the US">
        {NEARBY_ZONES.map((zone) => (
          <option key={zone} value={zone}>
            {nameOfZone(zone)}
          </option>
        ))}
      </optgroup>
      {[...regions].map(([region, regionZones]) => (
        <optgroup key={region} label={region}>
          {regionZones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
  )
}

export const NO_CONTACT = { name: '', email: '', phone: '' }

export function ContactFields(props: { isOwnContact: boolean; hasPhone?: boolean }) {
  const { isOwnContact, hasPhone = true } = props
  const autoCompleteFor = (hint: string) => (isOwnContact ? hint : 'off')
  return (
    <>
      <TextField
        name="name"
        label="Name"
        maxLength={MAX_NAME_LENGTH}
        autoComplete={autoCompleteFor('name')}
      />
      <EmailField name="email" label="Email" autoComplete={autoCompleteFor('email')} />
      {hasPhone && (
        <TextField
          name="phone"
          label="Phone"
          type="tel"
          maxLength={MAX_PHONE_LENGTH}
          autoComplete={autoCompleteFor('tel')}
        />
      )}
    </>
  )
}
