import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { listOutboxPhones, OutboxPhone } from '../../../../contract/messages.ts'
import { plural } from '../../../lib/counts.ts'
import { Button } from '../../../ui/Button.tsx'
import { SearchField } from '../../../ui/ListParts.tsx'
import { LoadingFailed, Notice } from '../../../ui/Notice.tsx'
import { Loading } from '../../../ui/Skeleton.tsx'
import {
  describeTextsSince,
  inKnownOrder,
  matchesSearch,
  newestKey,
  SimulatedPhone,
} from './SimulatedPhone.tsx'

type PhonesQuery = UseQueryResult<ResponseOf<typeof listOutboxPhones>>

export function OutboxPhones({ query }: { query: PhonesQuery }) {
  const { data, error } = query
  if (data === undefined) {
    if (error) return <LoadingFailed title="We couldn't load the phones" query={query} />
    return (
      <Loading
        label="Loading phones"
        className="wide space-y-3 py-3"
        blocks={['h-11.5 sm:max-w-md', 'h-96 md:max-w-80']}
      />
    )
  }
  if (data.phones.length === 0) {
    return (
      <Notice title="No Phones Yet">
        {data.isOpen
          ? 'Each golfer with a phone number has one here, unless real texts are on.'
          : 'Your profile has no number we can text.'}
      </Notice>
    )
  }
  return (
    <>
      {error && (
        <p role="status" className="live-notice">
          Reconnecting...
        </p>
      )}
      <Phones phones={data.phones} />
    </>
  )
}

function Phones({ phones }: { phones: readonly OutboxPhone[] }) {
  const [typedSearch, setTypedSearch] = useState('')
  const [knownNumbers, setKnownNumbers] = useState<readonly string[]>([])
  const newNumbers = phones
    .map(({ number }) => number)
    .filter((each) => !knownNumbers.includes(each))
  if (newNumbers.length > 0) setKnownNumbers([...knownNumbers, ...newNumbers])
  const shownPhones = inKnownOrder(phones, knownNumbers).filter((phone) =>
    matchesSearch(phone, typedSearch),
  )
  return (
    <>
      {phones.length > 1 ? (
        <search className="wide flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
          <SearchField
            label="Find a Phone"
            placeholder="Golfer or number"
            text={typedSearch}
            onType={setTypedSearch}
          />
          <p role="status" className="min-h-6 text-sm text-muted">
            {plural(shownPhones.length, 'phone')}
          </p>
        </search>
      ) : (
        <div className="h-4" />
      )}
      <NewTextAnnouncer phones={phones} />
      {shownPhones.length === 0 ? (
        <Notice
          title="No Phone Found"
          action={
            <Button look="outline" onClick={() => setTypedSearch('')}>
              Show All Phones
            </Button>
          }
        >
          No matching golfer or number.
        </Notice>
      ) : (
        <ul
          aria-label="Phones"
          className="grid content-start gap-4 px-4 pb-6 md:flex md:min-h-[26rem] md:flex-1 md:basis-0 md:items-stretch md:overflow-x-auto md:px-[max(1rem,calc((100vw-80rem)/2+1rem))] md:pt-1"
        >
          {shownPhones.map((phone) => (
            <SimulatedPhone key={phone.number} phone={phone} />
          ))}
        </ul>
      )}
    </>
  )
}

function NewTextAnnouncer({ phones }: { phones: readonly OutboxPhone[] }) {
  const newestTextKey = newestKey(phones)
  const [announcedKey, setAnnouncedKey] = useState(newestTextKey)
  const [announcements, setAnnouncements] = useState<readonly string[]>([])
  if (newestTextKey > announcedKey) {
    setAnnouncedKey(newestTextKey)
    setAnnouncements(describeTextsSince(phones, announcedKey))
  }
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcements.join('. ')}
    </p>
  )
}
