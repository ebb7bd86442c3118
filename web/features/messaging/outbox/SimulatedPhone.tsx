import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type FormEvent, Fragment, useId, useRef, useState } from 'react'
import {
  listOutboxPhones,
  MAX_TEXT_LENGTH,
  type OutboxPhone,
  type OutboxText,
  replyFromOutbox,
} from '../../../../contract/messages.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { clockTime, weekdayAndDay } from '../../../lib/dates.ts'
import { refetch } from '../../../lib/query-client.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'

export function SimulatedPhone({ phone }: { phone: OutboxPhone }) {
  const { number, texts } = phone
  const id = useId()
  const ownerNames = describeOwners(phone)
  const isUnknown = phone.golfers.length === 0
  const owner = isUnknown ? 'an unknown number' : ownerNames
  const thread = useRef<HTMLElement>(null)
  return (
    <li className="sheet flex max-h-[min(32rem,85dvh)] min-w-0 flex-col overflow-hidden md:max-h-none md:w-80 md:shrink-0">
      <header className="flex items-center gap-3 border-b border-line px-4 py-3">
        <Avatar name={ownerNames} tone={isUnknown ? 'grey' : 'primary'} />
        <div className="min-w-0">
          <h2 id={id} title={ownerNames} className="truncate leading-snug font-semibold">
            {ownerNames}
          </h2>
          <p className="text-sm text-muted">{readableNumber(number)}</p>
        </div>
      </header>
      <section
        ref={thread}
        aria-label={`Texts to ${owner}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys can only scroll what has the focus.
        tabIndex={0}
        // In a reversed column, the browser keeps the end in view, unless someone has scrolled up.
        className="relative flex min-h-24 flex-1 flex-col-reverse overflow-y-auto overscroll-contain bg-ground px-3 py-2 -outline-offset-3"
      >
        {texts.length === 0 ? (
          <p className="m-auto text-sm text-muted">No texts yet.</p>
        ) : (
          <ol className="mb-auto flex flex-col gap-1.5">
            {texts.map((text, index) => (
              <Bubble key={text.key} text={text} previous={texts[index - 1]} />
            ))}
          </ol>
        )}
      </section>
      <Reply number={number} owner={owner} onSent={() => thread.current?.scrollTo(0, 0)} />
    </li>
  )
}

function Bubble({ text, previous }: { text: OutboxText; previous: OutboxText | undefined }) {
  const isSent = text.direction === 'from'
  const day = newDayHeading(text, previous)
  return (
    <>
      {day !== undefined && (
        <li className="pt-1 text-center text-xs font-semibold text-muted">{day}</li>
      )}
      <li
        data-direction={text.direction}
        className={`flex max-w-[88%] flex-col gap-0.5 ${isSent ? 'items-end self-end' : 'items-start self-start'}`}
      >
        <p
          className={`rounded-2xl px-3 py-2 leading-snug whitespace-pre-line wrap-anywhere ${
            isSent
              ? 'rounded-br-md bg-fairway text-on-fairway'
              : 'rounded-bl-md border border-line bg-sheet'
          }`}
        >
          <span className="sr-only">{isSent ? 'Sent: ' : 'Received: '}</span>
          {splitLinks(text.body).map(({ words, href }, index) => {
            // A text never changes, so the index identifies its parts.
            const key = `${index}`
            if (href === undefined) return <Fragment key={key}>{words}</Fragment>
            const look = `underline underline-offset-2 ${isSent ? '' : 'text-sky'}`
            return (
              <a key={key} href={href} target="_blank" rel="noopener" className={look}>
                {words}
              </a>
            )
          })}
        </p>
        <time dateTime={text.at} className="px-1 text-xs text-muted">
          {clockTime(text.at)}
        </time>
      </li>
    </>
  )
}

function Reply({ number, owner, onSent }: { number: string; owner: string; onSent: () => void }) {
  const [typed, setTyped] = useState('')
  const reply = useAction<{ from: string; body: string }>({
    run: (text) => call(replyFromOutbox, { body: text }),
    failure: {
      title: 'Failed to Send Text',
      fallback: "The text couldn't be sent. Try again in a moment.",
    },
    onSuccess: (_, { body }) => {
      onSent()
      setTyped((current) => (current.trim() === body ? '' : current))
      refetch(listOutboxPhones, {})
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = typed.trim()
    if (body !== '') reply.mutate({ from: number, body })
  }
  return (
    <form className="flex gap-2 border-t border-line p-2" onSubmit={send}>
      <input
        aria-label={`Text from ${owner}`}
        value={typed}
        maxLength={MAX_TEXT_LENGTH}
        placeholder="IN 7, OUT 7, LIST..."
        autoComplete="off"
        enterKeyHint="send"
        className="control min-w-0 flex-1 text-ellipsis"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" pending={reply.isPending} className="shrink-0 px-3!">
        <SendHorizontal size={18} />
        Send
      </Button>
    </form>
  )
}

// Punctuation that ends a sentence or closes a bracket isn't part of a link.
const LINK_PATTERN = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/

export function splitLinks(text: string): { words: string; href: string | undefined }[] {
  // `split` also returns what the pattern's only group matches, so the parts at odd positions are the links.
  return text
    .split(LINK_PATTERN)
    .map((words, index) => ({ words, href: index % 2 === 1 ? hrefOf(words) : undefined }))
    .filter(({ words }) => words !== '')
}

/** Turns a link to this machine into a path, because the app may be open at another host name or port now. */
function hrefOf(words: string): string | undefined {
  if (!URL.canParse(words)) return undefined
  const { hostname, pathname, search, hash } = new URL(words)
  return THIS_MACHINE.test(hostname) ? pathname + search + hash : words
}

export function readableNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3')
}

export function describeOwners({ golfers }: OutboxPhone): string {
  const names = golfers.map(({ name }) => name)
  return names.length === 0 ? 'Unknown number' : new Intl.ListFormat('en-US').format(names)
}

export function matchesSearch(phone: OutboxPhone, typed: string): boolean {
  const searchText = typed.trim().toLowerCase()
  const digits = searchText.replace(/[\s().+-]/g, '')
  return (
    describeOwners(phone).toLowerCase().includes(searchText) ||
    (/^\d+$/.test(digits) && phone.number.includes(digits))
  )
}

/** Sorts phones in the order in which they are already shown, so that none moves. New phones come last. */
export function inKnownOrder(
  phones: readonly OutboxPhone[],
  knownNumbers: readonly string[],
): readonly OutboxPhone[] {
  const positionOf = ({ number }: OutboxPhone) =>
    knownNumbers.includes(number) ? knownNumbers.indexOf(number) : knownNumbers.length
  return phones.toSorted((a, b) => positionOf(a) - positionOf(b))
}

/** Describes the texts that golfers got after the text with the key `lastKey`. */
export function describeTextsSince(phones: readonly OutboxPhone[], lastKey: string): string[] {
  return phones.flatMap((phone) =>
    phone.texts
      .filter(({ key, direction }) => direction === 'to' && key > lastKey)
      .map(({ body }) => `${describeOwners(phone)}: ${body}`),
  )
}

export function newestKey(phones: readonly OutboxPhone[]): string {
  const keys = phones.map(({ texts }) => texts.at(-1)?.key ?? '')
  return keys.toSorted().at(-1) ?? ''
}

export function newDayHeading(
  text: OutboxText,
  previous: OutboxText | undefined,
): string | undefined {
  const day = weekdayAndDay(text.at)
  return previous && weekdayAndDay(previous.at) === day ? undefined : day
}
