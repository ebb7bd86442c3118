import CalendarPlus from 'lucide-react/icons/calendar-plus'
import Copy from 'lucide-react/icons/copy'
import { useEffect, useRef } from 'react'
import { toast } from '../../../lib/toast-store.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { copyText } from '../../../ui/copy-text.ts'

/** A new address, with the ways to add it to a calendar. */
export function FeedAddress({ address }: { address: string }) {
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
