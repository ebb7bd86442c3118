import { ALERT_EVENTS } from '../../../contract/alerts.ts'
import { DEFAULT_TIME_ZONE } from '../../../contract/limits.ts'
import { DEFAULT_CHANNEL, DEFAULT_QUIET_HOURS } from '../../../contract/preferences.ts'
import { isUnreachable, quietUntil } from '../../identity/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { canText } from '../../platform/phone-number.ts'
import type { FoundDelivery } from './store.ts'

export interface Situation {
  readonly now: Date
  readonly canSendTexts: boolean
  /** The tee-off of the golfer's own round, if the message is about it. */
  readonly ownRoundAt: Date | undefined
  /** When the message becomes pointless, for example because an offer expires. */
  readonly usefulUntil?: Date | undefined
}

/** `at`: when to send a message that quiet hours delay; undefined if it may be sent now. */
export type DeliveryRoute =
  | { readonly by: 'text'; readonly number: string; readonly at?: Date | undefined }
  | { readonly by: 'push'; readonly at?: Date | undefined }
  /** `optInNumber` gets an opt-in request, if given. If the golfer agrees, later alerts are texted. */
  | { readonly by: 'email'; readonly optInNumber?: string }
  /** `why` is stored as the delivery's error code. */
  | { readonly by: 'none'; readonly why: string }

/** If tee-off is at most this far away, quiet hours do not delay a message about the golfer's own round. */
const QUIET_EXEMPTION_MS = 12 * HOUR_MS
/**
 * If quiet hours end less than this before tee-off, a message about the golfer's own round waits only until
 * the exemption (`QUIET_EXEMPTION_MS` before tee-off) begins.
 */
const MIN_NOTICE_MS = 3 * HOUR_MS

/** Does not check the caps on texts: `sendText` does. */
export function chooseChannel(found: FoundDelivery, situation: Situation): DeliveryRoute {
  const { event } = found.delivery
  return event === 'reply' || event === 'opt-in'
    ? channelOfTextToNumber(found, situation)
    : channelOfAlert(found, situation)
}

/** A reply needs no consent and ignores quiet hours. */
function channelOfTextToNumber(found: FoundDelivery, situation: Situation): DeliveryRoute {
  const { delivery, golfer, stoppedAt } = found
  const { event, recipient: number, data } = delivery
  const isOptInMoot = golfer?.number !== number || golfer.hasConsent || !golfer.hasProvenEmail
  if (!situation.canSendTexts) return { by: 'none', why: 'no-texts' }
  if (event === 'opt-in' && isOptInMoot) return { by: 'none', why: 'moot' }
  if (stoppedAt !== null && data['evenStopped'] !== true) return { by: 'none', why: 'stopped' }
  if (!canText(number)) return { by: 'none', why: 'abroad' }
  if (event === 'reply') return { by: 'text', number }
  return isUnreachable(found, situation.now)
    ? { by: 'none', why: 'moot' }
    : { by: 'text', number, at: delayedUntil(found, situation) }
}

function channelOfAlert(found: FoundDelivery, situation: Situation): DeliveryRoute {
  const { delivery, golfer } = found
  if (found.refusal !== null) return { by: 'none', why: found.refusal }
  const kind = ALERT_EVENTS[delivery.event].kind
  if (kind === undefined || delivery.channel === 'email') return { by: 'email' }
  const channel = found.preferences?.channels[kind] ?? DEFAULT_CHANNEL
  if (channel === 'email') return { by: 'email' }
  const at = delayedUntil(found, situation)
  // If quiet hours would delay the message for too long, email it now: an email wakes nobody.
  const isTooLate = at && situation.usefulUntil && at >= situation.usefulUntil
  if (channel === 'push') {
    return found.hasPushSubscription && !isTooLate ? { by: 'push', at } : { by: 'email' }
  }
  const number = golfer?.number ?? null
  if (
    !situation.canSendTexts ||
    number === null ||
    !canText(number) ||
    !golfer?.hasProvenEmail ||
    found.stoppedAt !== null ||
    isUnreachable(found, situation.now)
  ) {
    return { by: 'email' }
  }
  if (!golfer.hasConsent) return { by: 'email', optInNumber: number }
  return isTooLate ? { by: 'email' } : { by: 'text', number, at }
}

function delayedUntil(found: FoundDelivery, { now, ownRoundAt }: Situation): Date | undefined {
  const { preferences } = found
  const hours = preferences
    ? { from: preferences.quietFrom, to: preferences.quietTo }
    : DEFAULT_QUIET_HOURS
  const until = quietUntil(now, hours, timeZoneOf(found))
  const exemptionStart = ownRoundAt && new Date(ownRoundAt.getTime() - QUIET_EXEMPTION_MS)
  if (until === undefined || (exemptionStart && exemptionStart <= now)) return undefined
  return ownRoundAt && ownRoundAt.getTime() - until.getTime() < MIN_NOTICE_MS
    ? exemptionStart
    : until
}

export function timeZoneOf({ preferences, groupTimeZone }: FoundDelivery): string {
  return preferences?.timeZone ?? groupTimeZone ?? DEFAULT_TIME_ZONE
}
