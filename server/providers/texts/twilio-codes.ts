import type { RefusalReason } from './texts.ts'

/**
 * What Twilio's codes say of a number, be it in an answer or in a later report; all others say nothing
 * of it. https://www.twilio.com/docs/api/errors, each code at its own page there.
 */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  // It said STOP to us.
  21610: 'opted-out',
  // It is no number, or none that takes texts: malformed, a short code, ours, premium, no mobile, a landline.
  21211: 'bad-number',
  21265: 'bad-number',
  21266: 'bad-number',
  21268: 'bad-number',
  21407: 'bad-number',
  21612: 'bad-number',
  21614: 'bad-number',
  21635: 'bad-number',
  30005: 'bad-number',
  30006: 'bad-number',
  // We may not text it: its region is not enabled, our account is on trial, our number is not
  // registered for such texts, not verified, not ours, or not for texts.
  21408: 'unregistered',
  21601: 'unregistered',
  21606: 'unregistered',
  21608: 'unregistered',
  21659: 'unregistered',
  21660: 'unregistered',
  21661: 'unregistered',
  30032: 'unregistered',
  30034: 'unregistered',
}

/** Why a number takes no text, by Twilio's code; undefined where trying again may help. */
export function reasonOf(code: number | string): RefusalReason | undefined {
  return Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
}
