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
      <Loading label="Loading phones" className="wide space-y-4 py-4" blocks={['h-11.5', 'h-96']} />
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
  const [typed, setTyped] = useState('')
  const [knownNumbers, setKnownNumbers] = useState<readonly string[]>([])
  const added = phones.map(({ number }) => number).filter((each) => !knownNumbers.includes(each))
  if (added.length > 0) setKnownNumbers([...knownNumbers, ...added])
  const shown = inKnownOrder(phones, knownNumbers).filter((phone) => matchesSearch(phone, typed))
  return (
    <>
      {phones.length > 1 ? (
        <search className="wide flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
          <SearchField
            label="Find a Phone"
            placeholder="Golfer or number"
            text={typed}
            onType={setTyped}
          />
          <p role="status" className="min-h-6 text-sm text-muted">
            {plural(shown.length, 'phone')}
          </p>
        </search>
      ) : (
        <div className="h-4" />
      )}
      <NewTextAnnouncer phones={phones} />
      {shown.length === 0 ? (
        <Notice
          title="No Phone Found"
          action={
            <Button look="outline" onClick={() => setTyped('')}>
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
          {shown.map((phone) => (
            <SimulatedPhone key={phone.number} phone={phone} />
          ))}
        </ul>
      )}
    </>
  )
}

function NewTextAnnouncer({ phones }: { phones: readonly OutboxPhone[] }) {
  const newest = newestKey(phones)
  const [announcedKey, setAnnouncedKey] = useState(newest)
  const [announcements, setAnnouncements] = useState<readonly string[]>([])
  if (newest > announcedKey) {
    setAnnouncedKey(newest)
    setAnnouncements(describeTextsSince(phones, announcedKey))
  }
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcements.join('. ')}
    </p>
  )
}
