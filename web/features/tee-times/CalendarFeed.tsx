import CalendarOff from 'lucide-react/icons/calendar-off'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef, useState } from 'react'
import {
  createMyCalendar,
  deleteMyCalendar,
  type MyCalendar,
  type NewCalendar,
  readMyCalendar,
} from '../../../contract/calendars.ts'
import type { AnswerOf } from '../../../contract/endpoint.ts'
import { useAction } from '../../lib/action.ts'
import { call, failureText, LOADING_FAILED } from '../../lib/api-client.ts'
import { fromCalendarDay, shortDate } from '../../lib/dates.ts'
import { keyOf, queryClient, useEndpoint } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast-store.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { RowButton } from '../../ui/RowButton.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

const FeedDialog = onDemand(() => import('./FeedDialog.tsx').then((part) => part.FeedDialog))

/** The private address where calendars read the golfer's rounds, with ways to renew or end it. */
export function CalendarFeed() {
  const calendar = useEndpoint(readMyCalendar, {})
  const [made, setMade] = useState<NewCalendar>()
  useEffect(() => invalidateCalendar, [])
  if (calendar.isPending) return <Skeleton className="h-32 w-full rounded-[0.875rem]" />
  const { data } = calendar
  return (
    <section aria-label="Calendar" className="sheet divide-y divide-line overflow-hidden">
      <div className="p-4">
        <h2 tabIndex={-1} data-after-dialog className="font-semibold">
          Calendar
        </h2>
        {data ? (
          <State calendar={data} made={made} />
        ) : (
          <>
            <p className="mt-1 text-muted">{failureText(calendar.error, LOADING_FAILED)}</p>
            <Button className="mt-3" onClick={() => calendar.refetch()}>
              Try Again
            </Button>
          </>
        )}
      </div>
      {data &&
        (data.createdAt === null ? (
          <Offer onMade={setMade} />
        ) : (
          <Actions calendar={data} onMade={setMade} />
        ))}
    </section>
  )
}

interface StateProps {
  readonly calendar: MyCalendar
  /** The address created on this page. */
  readonly made: NewCalendar | undefined
}

function State({ calendar: { createdAt }, made }: StateProps) {
  if (createdAt === null) {
    return (
      <>
        <p className="mt-1">Have your rounds in your own calendar. It follows every change.</p>
        <p className="mt-1 text-sm text-muted">
          It reads them at a private address. Whoever has it can see your rounds: when, where, with
          whom, and the notes.
        </p>
      </>
    )
  }
  if (made?.createdAt === createdAt)
    return <FeedAddress key={made.address} address={made.address} />
  const day = shortDate(fromCalendarDay(new Date(createdAt)))
  return (
    <>
      <p className="mt-1">Calendars read your rounds at the address you made on {day}.</p>
      <p className="mt-1 text-sm text-muted">
        It isn't shown again. Whoever has it can see your rounds: when, where, with whom, and the
        notes.
      </p>
    </>
  )
}

interface OfferProps {
  readonly onMade: (made: NewCalendar) => void
}

function Offer({ onMade }: OfferProps) {
  const make = useCreateCalendar(null, { onMade })
  return (
    <RowButton
      icon={<CalendarPlus aria-hidden size={20} className="shrink-0 text-muted" />}
      pending={make.isPending}
      onClick={() => make.mutate()}
    >
      {make.isPending ? 'Making...' : 'Make My Calendar Address'}
    </RowButton>
  )
}

function Actions({ calendar: { createdAt }, onMade }: OfferProps & Pick<StateProps, 'calendar'>) {
  const [asking, setAsking] = useState<'renew' | 'end'>()
  const close = () => setAsking(undefined)
  return (
    <>
      <RowButton
        icon={<RefreshCw aria-hidden size={20} className="shrink-0 text-muted" />}
        onPointerEnter={FeedDialog.preload}
        onClick={() => setAsking('renew')}
      >
        Make a New Address
      </RowButton>
      <RowButton
        icon={<CalendarOff aria-hidden size={20} className="shrink-0 text-muted" />}
        onPointerEnter={FeedDialog.preload}
        onClick={() => setAsking('end')}
      >
        End the Address
      </RowButton>
      {asking && (
        <FeedDialog asking={asking} createdAt={createdAt} onMade={onMade} onClose={close} />
      )}
    </>
  )
}

/** A new address, with the ways to add it to a calendar. */
function FeedAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  // The button that created it is gone or is now below, so move the focus here.
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <label htmlFor="calendar-address" className="mt-1 block text-sm text-muted">
        Your calendar address, shown this once
      </label>
      <input
        ref={field}
        id="calendar-address"
        readOnly
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="control mt-1 truncate bg-sunken! text-sm!"
      />
      <div className="mt-2 flex flex-wrap gap-2">
        <a
          href={address.replace(/^https?:/, 'webcal:')}
          className={`${buttonClass('primary')} flex-[1_1_10rem]`}
        >
          <CalendarPlus aria-hidden size={17} />
          Open in Calendar
        </a>
        <Button
          look="outline"
          className="flex-[1_1_10rem]"
          onClick={() => void copy(address, field.current)}
        >
          <Copy aria-hidden size={17} />
          Copy
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        For Google Calendar, copy it, and on a computer choose Other calendars, From URL. Whoever
        has the address can see your rounds: when, where, with whom, and the notes.
      </p>
    </>
  )
}

async function copy(address: string, field: HTMLInputElement | null): Promise<void> {
  if (await copyText(address, field)) {
    toast({ title: 'Address Copied', description: 'Paste it where your calendar asks for a URL.' })
    return
  }
  toast({
    title: 'Failed to Copy Address',
    description: 'It is selected now: copy it by hand.',
    variant: 'destructive',
  })
}

const KEY = keyOf(readMyCalendar, {})

/** Marks the address stale for the next visit to the profile: another phone may change it meanwhile. */
export function invalidateCalendar(): void {
  void queryClient.invalidateQueries({ queryKey: KEY, refetchType: 'none' })
}

function take(createdAt: MyCalendar['createdAt']): void {
  queryClient.setQueryData<MyCalendar>(KEY, { createdAt })
}

function readAgain(): void {
  void queryClient.invalidateQueries({ queryKey: KEY })
}

/** Creates an address that replaces the one the screen knows. */
export function useCreateCalendar(
  replaces: MyCalendar['createdAt'],
  then: { readonly onMade: (made: NewCalendar) => void; readonly onRefused?: () => void },
) {
  return useAction<void, NewCalendar>({
    run: () => call(createMyCalendar, { body: { replaces } }),
    success: {
      title: 'Calendar Address Made',
      description: 'Copy it, or open it in your calendar, before you leave this page.',
    },
    failure: {
      title: 'Failed to Make an Address',
      fallback: 'An error occurred while making your calendar address.',
    },
    onSuccess: (made) => {
      take(made.createdAt)
      then.onMade(made)
    },
    onError: () => {
      readAgain()
      then.onRefused?.()
    },
  })
}

export function useDeleteCalendar(onEnded: () => void) {
  return useAction<void, AnswerOf<typeof deleteMyCalendar>>({
    run: () => call(deleteMyCalendar, {}),
    success: {
      title: 'Calendar Address Ended',
      description: 'Nobody can read your rounds at it any more.',
    },
    failure: {
      title: 'Failed to End the Address',
      fallback: 'An error occurred while ending your calendar address.',
    },
    onSuccess: () => {
      take(null)
      onEnded()
    },
    onError: readAgain,
  })
}
