import type { RefusalReason } from './texts.ts'

/**
 * What Twilio's codes mean for a number, in a response or a later report. All other codes say nothing
 * about the number. https://www.twilio.com/docs/api/errors has a page for each code.
 */
const REASONS: Readonly<Record<string, RefusalReason>> = {
  // It replied STOP to us.
  21610: 'opted-out',
  // It cannot receive texts: malformed, a short code, our own, premium, not a mobile number, a landline.
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
  // We may not text it: its region is not enabled, our account is on trial, or our number is not
  // registered for these texts, not verified, not ours, or cannot send texts.
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

/** Returns why a number gets no texts, by Twilio's code; undefined if a retry may help. */
export function reasonOf(code: number | string): RefusalReason | undefined {
  return Object.hasOwn(REASONS, code) ? REASONS[code] : undefined
}
