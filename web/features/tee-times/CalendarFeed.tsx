import CalendarOff from 'lucide-react/icons/calendar-off'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { useEffect, useRef, useState } from 'react'
import {
  createMyCalendar,
  deleteMyCalendar,
  type MyCalendarLink,
  type NewCalendarLink,
  readMyCalendar,
} from '../../../contract/calendars.ts'
import { useAction } from '../../lib/action.ts'
import { call } from '../../lib/api-client.ts'
import { weekdayAndDay } from '../../lib/dates.ts'
import { putResponse, refetch, useEndpoint } from '../../lib/query-client.ts'
import { AddressField, copyAddress } from '../../ui/AddressField.tsx'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { RowButton } from '../../ui/Rows.tsx'
import { SettingsCard } from '../../ui/SettingsCard.tsx'

const { ConfirmDialog } = onDemand(() => import('../../ui/Dialog.tsx'))

export function CalendarFeed() {
  const calendar = useEndpoint(readMyCalendar, {})
  // The link that was created on this page. The server shows it only this once.
  const [newLink, setNewLink] = useState<NewCalendarLink>()
  return (
    <SettingsCard
      title="Calendar"
      query={calendar}
      rows={({ createdAt }) => <Rows createdAt={createdAt} onCreated={setNewLink} />}
    >
      {({ createdAt }) =>
        createdAt !== null && newLink?.createdAt === createdAt ? (
          <NewLinkAddress key={newLink.address} address={newLink.address} />
        ) : (
          <>
            <p className="mt-1">
              {createdAt === null
                ? 'See your rounds in your own calendar. It updates automatically, but some calendar apps take up to a day.'
                : `Your calendar link was created on ${weekdayAndDay(createdAt)}.`}
            </p>
            <p className="mt-1 text-sm text-muted">
              {createdAt === null
                ? 'Add your private link to your calendar once, and your rounds will show up there.'
                : "It won't be shown again."}{' '}
              {WHAT_IT_SHOWS}
            </p>
          </>
        )
      }
    </SettingsCard>
  )
}

const WHAT_IT_SHOWS =
  'Anyone with the link can see when and where you play, who you play with, and the notes on those tee times.'

function Rows(props: MyCalendarLink & { onCreated: (link: NewCalendarLink) => void }) {
  const { createdAt, onCreated } = props
  const [question, setQuestion] = useState<'renew' | 'end'>()
  const onClose = () => setQuestion(undefined)
  const putCalendar = (calendar: MyCalendarLink) => {
    putResponse(readMyCalendar, {}, { createdAt: calendar.createdAt })
    onClose()
  }
  const create = useAction({
    run: () => call(createMyCalendar, { body: { replaces: createdAt } }),
    success: {
      title: 'Calendar Link Created',
      description: 'Copy it, or open it in your calendar, before you leave this page.',
    },
    failure: { title: 'Failed to Create Link', doing: 'creating your calendar link' },
    onSuccess: (link) => {
      putCalendar(link)
      onCreated(link)
    },
    onError: () => {
      refetch(readMyCalendar, {})
      onClose()
    },
  })
  const end = useAction({
    run: () => call(deleteMyCalendar, {}),
    success: {
      title: 'Calendar Link Turned Off',
      description: 'No one can see your rounds with it anymore.',
    },
    failure: { title: 'Failed to Turn Off Link', doing: 'turning off your calendar link' },
    onSuccess: () => putCalendar({ createdAt: null }),
    onError: () => refetch(readMyCalendar, {}),
  })
  if (createdAt === null) {
    return (
      <RowButton icon={CalendarPlus} pending={create.isPending} onClick={() => create.mutate()}>
        {create.isPending ? 'Creating...' : 'Get Calendar Link'}
      </RowButton>
    )
  }
  const preload = { onPointerEnter: ConfirmDialog.preload }
  return (
    <>
      <RowButton {...preload} icon={RefreshCw} onClick={() => setQuestion('renew')}>
        Get a New Link
      </RowButton>
      <RowButton {...preload} icon={CalendarOff} onClick={() => setQuestion('end')}>
        Turn Off Link
      </RowButton>
      {question && (
        <ConfirmDialog
          {...QUESTIONS[question]}
          action={question === 'renew' ? create : end}
          onClose={onClose}
        />
      )}
    </>
  )
}

const QUESTIONS = {
  renew: {
    title: 'Get a new link?',
    description: 'The old one will stop working right away.',
    keepLabel: 'Keep the Old One',
    confirmLabel: 'Get New Link',
    pendingLabel: 'Creating...',
    children:
      'Do this if the wrong person has your link, or if you need it on another device. Calendars with the old link will stop updating until you give them the new one.',
  },
  end: {
    title: 'Turn off your calendar link?',
    description: 'The link will stop working for good.',
    keepLabel: 'Keep It',
    confirmLabel: 'Turn Off Link',
    pendingLabel: 'Turning off...',
    children: 'Calendars that use it will stop updating. You can get a new link anytime.',
  },
}

function NewLinkAddress({ address }: { address: string }) {
  const field = useRef<HTMLInputElement>(null)
  // The button that created the link is gone or has moved down, so focus the link.
  useEffect(() => field.current?.focus(), [])
  return (
    <>
      <label htmlFor="calendar-address" className="mt-1 block text-sm text-muted">
        Your calendar link, shown only once
      </label>
      <AddressField ref={field} id="calendar-address" value={address} className="mt-1.5" />
      <div className="mt-3 flex flex-wrap gap-2">
        <a
          href={address.replace(/^https?:/, 'webcal:')}
          className={`${buttonClass('primary')} flex-[1_1_10rem]`}
        >
          <CalendarPlus size={17} />
          Open in Calendar
        </a>
        <Button
          look="outline"
          className="flex-[1_1_10rem]"
          onClick={() =>
            void copyAddress(
              field.current,
              'In your calendar app, look for "Subscription" or "From URL," and paste the link there.',
            )
          }
        >
          <Copy size={17} />
          Copy
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        For Google Calendar, open this page on a computer and get the link there. In Google
        Calendar, click + next to "Other calendars," choose "From URL," and paste it.{' '}
        {WHAT_IT_SHOWS}
      </p>
    </>
  )
}
