import { MAX_TEXT_LENGTH } from '../../../contract/text-commands.ts'

/** What a golfer asks for by text. */
export type Command =
  /** Claim, give up or wait for a spot: of the tee time with that number, or the one we just texted of. */
  | { readonly kind: 'in' | 'out' | 'wait'; readonly number?: number }
  /** What the creator of a tee time that is not full does about it. */
  | { readonly kind: 'alert' | 'drop'; readonly number?: number }
  | { readonly kind: 'list' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  | { readonly kind: 'help' }
  | { readonly kind: 'unknown' }
  /** The entry of the list just sent, from 1 on. */
  | { readonly kind: 'choice'; readonly position: number }

/** The words that carriers and Twilio take for it; each is the whole message, or none of them. */
const STOP = new Set('stop stopall unsubscribe cancel end quit revoke optout'.split(' '))
const START = new Set('start unstop yes'.split(' '))
const HELP = new Set('help info'.split(' '))

/** What people write before and after it without meaning anything by it. */
const BEFORE =
  "(?:(?:yes|yeah|yep|ok|okay|sure|hi|hey) )?(?:(?:i am|i'm|im|i m|me|count me|put me|i want) )?"
const AFTER = '(?: (?:please|pls|plz|thanks|thank you|thx|ty))?'
/** '7', '#7', 'for #7', 'no 7'. Not 'at 7' or 'for 7', which may be an hour. */
const NUMBER = '(?: ?(?:(?:of |for )?(?:# ?|no |number )|of )?(\\d{1,6}))?'

const WAIT = '(?:(?:join )?(?:the )?)?wait(?:ing|s)?(?: ?list)?'
const IN_OR_OUT = new RegExp(`^${BEFORE}(in|out|${WAIT})${NUMBER}${AFTER}$`)
const ALERT_OR_DROP = new RegExp(`^(alert|drop)${NUMBER}${AFTER}$`)
const LIST = new RegExp(`^lists?${AFTER}$`)
const CHOICE = new RegExp(`^(\\d{1,6})${AFTER}$`)

/**
 * Reads what was texted, however it is spelled; but only where the whole text is a command, so that
 * 'see you in the bar' claims nothing.
 */
export function readCommand(body: string): Command {
  if (body.length > MAX_TEXT_LENGTH) return { kind: 'unknown' }
  const plain = plainly(body)
  const word = plain.replace(/[^\p{L}\p{N}#]/gu, '')
  if (STOP.has(word)) return { kind: 'stop' }
  if (START.has(word)) return { kind: 'start' }
  if (HELP.has(word)) return { kind: 'help' }

  const [, spot, number] = IN_OR_OUT.exec(plain) ?? []
  if (spot !== undefined) {
    const kind = spot === 'in' || spot === 'out' ? spot : 'wait'
    return { kind, ...(number !== undefined && { number: Number(number) }) }
  }
  const [, deed, posted] = ALERT_OR_DROP.exec(plain) ?? []
  if (deed !== undefined) {
    const kind = deed === 'alert' ? 'alert' : 'drop'
    return { kind, ...(posted !== undefined && { number: Number(posted) }) }
  }
  if (LIST.test(plain)) return { kind: 'list' }
  const [, position] = CHOICE.exec(plain) ?? []
  return position === undefined
    ? { kind: 'unknown' }
    : { kind: 'choice', position: Number(position) }
}

/** In small letters and ASCII digits, with single spaces for whatever else is no letter, digit or '#'. */
function plainly(body: string): string {
  return (
    body
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`]/g, "'")
      .replace(/\p{Nd}/gu, asciiDigit)
      // Keycap signs, joiners and the like stand between letters without being there.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      // A time, an amount or half a number is no number of a tee time.
      .replace(/(?<=\d)[.,:/-](?=\d)/g, '~')
      .replace(/[^\p{L}\p{N}'#~]+/gu, ' ')
      .trim()
  )
}

/** Unicode keeps the ten digits of each script in a row, the zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
