import type { OutboxPhone, OutboxText } from '../../../../contract/messages.ts'
import { weekdayAndDay } from '../../../lib/dates.ts'

type Named = Pick<OutboxPhone, 'number' | 'golfers'>

/** Formats '+14035550103' as '+1 403-555-0103'; returns other numbers unchanged. */
export function readableNumber(number: string): string {
  return number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3')
}

/** Names the phone's owners: 'Ann', 'Ann and Bob', or 'A stranger'. */
export function ownersOf({ golfers }: Named): string {
  const names = golfers.map(({ name }) => name)
  return names.length === 0 ? 'A stranger' : new Intl.ListFormat('en-US').format(names)
}

/** Returns whether a phone matches a search by name or by digits of the number. */
export function matchesSearch(phone: Named, typed: string): boolean {
  const words = typed.trim().toLowerCase()
  const digits = words.replace(/[\s().+-]/g, '')
  return (
    ownersOf(phone).toLowerCase().includes(words) ||
    (/^\d+$/.test(digits) && phone.number.includes(digits))
  )
}

/** Keeps the phones in the known order, so that none moves under a thumb. New ones come last. */
export function inKnownOrder(
  phones: readonly OutboxPhone[],
  known: readonly string[],
): readonly OutboxPhone[] {
  const place = (number: string) => {
    const at = known.indexOf(number)
    return at === -1 ? known.length : at
  }
  return phones.toSorted((a, b) => place(a.number) - place(b.number))
}

/** Describes the texts that arrived after `last`, the key of the newest known text. */
export function describeTextsSince(phones: readonly OutboxPhone[], last: string): string[] {
  return phones.flatMap((phone) =>
    phone.texts
      .filter(({ key, direction }) => direction === 'to' && key > last)
      .map(({ body }) => `${ownersOf(phone)}: ${body}`),
  )
}

/** Returns the key of the newest text on any phone, or '' if there is none. */
export function newestKey(phones: readonly OutboxPhone[]): string {
  return (
    phones
      .map(({ texts }) => texts.at(-1)?.key ?? '')
      .toSorted()
      .at(-1) ?? ''
  )
}

/** Returns the day of a text if the text before it is from another day; otherwise undefined. */
export function newDay(text: OutboxText, before: OutboxText | undefined): string | undefined {
  const day = weekdayAndDay(text.at)
  return before !== undefined && weekdayAndDay(before.at) === day ? undefined : day
}
