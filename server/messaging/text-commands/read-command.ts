import { MAX_TEXT_LENGTH } from '../../../contract/messages.ts'

export type Command =
  /** `alert` asks the group for players, and `drop` removes an open spot. Only the poster can do either. */
  | { readonly kind: 'in' | 'out' | 'wait' | 'alert' | 'drop'; readonly number?: number }
  | { readonly kind: 'list' }
  | { readonly kind: 'stop' }
  | { readonly kind: 'start' }
  | { readonly kind: 'help' }
  | { readonly kind: 'unknown' }
  /** Chooses an entry of the last list. Positions start at 1. */
  | { readonly kind: 'choice'; readonly position: number }

/** The keywords that carriers and Twilio accept; each must be the whole message. */
const STOP_KEYWORDS = new Set('stop stopall unsubscribe cancel end quit revoke optout'.split(' '))
const START_KEYWORDS = new Set('start unstop yes'.split(' '))
const HELP_KEYWORDS = new Set('help info'.split(' '))

/** Filler words that people write before and after a command. */
const FILLER_BEFORE =
  "(?:(?:yes|yeah|yep|ok|okay|sure|hi|hey) )?(?:(?:i am|i'm|im|i m|me|count me|put me|i want) )?"
const FILLER_AFTER = '(?: (?:please|pls|plz|thanks|thank you|thx|ty))?'
/** Matches '7', '#7', 'for #7' and 'no 7', but not 'at 7' or 'for 7', which may mean an hour. */
const NUMBER = '(?: ?(?:(?:of |for )?(?:# ?|no |number )|of )?(\\d{1,6}))?'

const WAIT = '(?:(?:join )?(?:the )?)?wait(?:ing|s)?(?: ?list)?'
const IN_OR_OUT = new RegExp(`^${FILLER_BEFORE}(in|out|${WAIT})${NUMBER}${FILLER_AFTER}$`)
const ALERT_OR_DROP = new RegExp(`^(alert|drop)${NUMBER}${FILLER_AFTER}$`)
const VERBS_EXCEPT_WAIT = ['in', 'out', 'alert', 'drop'] as const
const LIST = new RegExp(`^lists?${FILLER_AFTER}$`)
const CHOICE = new RegExp(`^(\\d{1,6})${FILLER_AFTER}$`)

/** Reads a command only if it is the whole text, so that 'see you in the bar' claims nothing. */
export function readCommand(body: string): Command {
  if (body.length > MAX_TEXT_LENGTH) return { kind: 'unknown' }
  const plain = normalizeText(body)
  const word = plain.replace(/[^\p{L}\p{N}#]/gu, '')
  if (STOP_KEYWORDS.has(word)) return { kind: 'stop' }
  if (START_KEYWORDS.has(word)) return { kind: 'start' }
  if (HELP_KEYWORDS.has(word)) return { kind: 'help' }

  const [, verb, number] = IN_OR_OUT.exec(plain) ?? ALERT_OR_DROP.exec(plain) ?? []
  if (verb !== undefined) {
    const kind = VERBS_EXCEPT_WAIT.find((one) => one === verb) ?? 'wait'
    return { kind, ...(number !== undefined && { number: Number(number) }) }
  }
  if (LIST.test(plain)) return { kind: 'list' }
  const [, position] = CHOICE.exec(plain) ?? []
  return position === undefined
    ? { kind: 'unknown' }
    : { kind: 'choice', position: Number(position) }
}

/** Converts to lower case and ASCII digits. Keeps only letters, digits, '#', apostrophes and spaces. */
function normalizeText(body: string): string {
  return (
    body
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[\u2018\u2019\u02bc`]/g, "'")
      .replace(/\p{Nd}/gu, asciiDigit)
      // Remove characters that are invisible between letters, such as keycap signs and joiners.
      .replace(/[\p{M}\p{Cf}]/gu, '')
      // A digit in a time, an amount or a fraction is not a tee time's number. No command contains '~', so
      // 'in 7:30' matches none.
      .replace(/(?<=\d)[.,:/-](?=\d)/g, '~')
      .replace(/[^\p{L}\p{N}'#~]+/gu, ' ')
      .trim()
  )
}

/** Converts a digit of any script to ASCII. Unicode lists each script's digits in a row, zero first. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
