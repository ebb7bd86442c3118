import { type Config, linkTo } from '../../platform/config.ts'
import { fittingOnePart } from '../alerts/to-gsm-text.ts'

/** Sent once, to a number that just said STOP. */
export const STOPPED =
  'Fourball: you will get no more texts from us. Reply START to get them again.'

const RATES = 'How many depends on your groups. Msg & data rates may apply.'

export const STARTED = `Fourball: texts about tee times are on. ${RATES} Reply LIST for open times, HELP for help, STOP to end.`

export const ON_ALREADY =
  "Fourball: texts are on already. To take a spot reply IN and the tee time's number, like IN 7. Reply LIST for open times, STOP to end."

/** The number belongs to an account, but nobody has proven to read that account's email. */
export const PROVE_EMAIL_FIRST =
  'Fourball: please open the link that we emailed you first, then text START again.'

export const START_FIRST = 'Fourball: reply START first to use texts here, or STOP to get none.'

export const NOT_UNDERSTOOD =
  "Sorry, we didn't get that. Reply IN, OUT or WAIT and the tee time's number, like IN 7; LIST for open times; HELP for help; STOP to end."

/** For a number without an account, or whose golfer has not confirmed it. */
export const UNKNOWN_NUMBER = "We don't recognize this number."

export function sayHelp(config: Config): string {
  const from = config.smtp?.from
  const contact = /<(.+)>$/.exec(from ?? '')?.[1] ?? from ?? linkTo(config, '')
  return fittingOnePart(
    `Fourball: tee times of your golf groups by text. Help: ${contact}. ${RATES} Reply IN 7, OUT 7, WAIT 7, LIST or STOP to end.`,
    `Fourball tee time texts. Help: ${contact}. Msg & data rates may apply. Reply STOP to end.`,
  )
}
