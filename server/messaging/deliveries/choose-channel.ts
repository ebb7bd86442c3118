import { type AlertEvent, KIND_OF } from '../../../contract/alerts.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import { type AlertChannel, DEFAULT_CHANNEL } from '../../../contract/preferences.ts'
import { isUnreachable, type QuietHours, quietUntil } from '../../identity/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { canText } from '../../platform/phone-number.ts'
import type { FoundDelivery } from './store.ts'

export interface ChannelFacts
  extends Pick<
    FoundDelivery,
    'hasPhone' | 'refusal' | 'stoppedAt' | 'unreachableAt' | 'unreachableCode'
  > {
  readonly event: AlertEvent
  /** The channel that the message was queued for, or 'email' after that channel failed. */
  readonly channel: MessageChannel
  readonly now: Date
  readonly hasTexts: boolean
  readonly evenStopped: boolean
  readonly chosen: AlertChannel | undefined
  /** Undefined for a text to a number that no golfer has. */
  readonly golfer:
    | Pick<NonNullable<FoundDelivery['golfer']>, 'number' | 'emailProven' | 'hasConsent'>
    | undefined
  /** The number that a reply or an opt-in request was queued for. */
  readonly recipient: string
  readonly quietHours: QuietHours
  readonly timeZone: string
  readonly ownRoundAt: Date | undefined
}

export type DeliveryRoute =
  | { readonly by: 'text'; readonly number: string }
  | { readonly by: 'text-later'; readonly number: string; readonly at: Date }
  | { readonly by: 'push' }
  | { readonly by: 'push-later'; readonly at: Date }
  /** `ask`: the number to send an opt-in request to. If the golfer agrees, later alerts are texted. */
  | { readonly by: 'email'; readonly ask?: string }
  /** `why` is stored as the delivery's error code. */
  | { readonly by: 'none'; readonly why: string }

/** Quiet hours do not delay messages about a golfer's own round if tee-off is within this time. */
const QUIET_EXEMPTION_MS = 12 * HOUR_MS
/** If quiet hours end later than this before tee-off, messages wait only until that exemption begins. */
const MIN_NOTICE_MS = 3 * HOUR_MS

/** Chooses how to send a message. Does not check the caps on texts: `sendText` does. */
export function chooseChannel(facts: ChannelFacts): DeliveryRoute {
  return facts.event === 'reply' || facts.event === 'opt-in'
    ? channelOfTextToNumber(facts)
    : channelOfAlert(facts)
}

/** A reply needs no consent and ignores quiet hours. */
function channelOfTextToNumber(facts: ChannelFacts): DeliveryRoute {
  const { event, golfer, recipient: number } = facts
  const isMoot = golfer?.number !== number || golfer.hasConsent || !golfer.emailProven
  if (!facts.hasTexts) return { by: 'none', why: 'no-texts' }
  if (event === 'opt-in' && isMoot) return { by: 'none', why: 'moot' }
  if (facts.stoppedAt !== null && !facts.evenStopped) return { by: 'none', why: 'stopped' }
  if (!canText(number)) return { by: 'none', why: 'abroad' }
  if (event === 'reply') return { by: 'text', number }
  return isUnreachable(facts, facts.now)
    ? { by: 'none', why: 'moot' }
    : textNowOrLater(facts, number)
}

function channelOfAlert(facts: ChannelFacts): DeliveryRoute {
  const { golfer, chosen = DEFAULT_CHANNEL } = facts
  if (facts.refusal !== null) return { by: 'none', why: facts.refusal }
  const isEmail = KIND_OF[facts.event] === undefined || facts.channel === 'email'
  if (isEmail || chosen === 'email') return { by: 'email' }
  if (chosen === 'push') {
    if (!facts.hasPhone) return { by: 'email' }
    const at = delayedUntil(facts)
    return at === undefined ? { by: 'push' } : { by: 'push-later', at }
  }
  const number = golfer?.number ?? null
  if (
    !facts.hasTexts ||
    number === null ||
    !canText(number) ||
    !golfer?.emailProven ||
    facts.stoppedAt !== null ||
    isUnreachable(facts, facts.now)
  ) {
    return { by: 'email' }
  }
  return golfer.hasConsent ? textNowOrLater(facts, number) : { by: 'email', ask: number }
}

function textNowOrLater(facts: ChannelFacts, number: string): DeliveryRoute {
  const at = delayedUntil(facts)
  return at === undefined ? { by: 'text', number } : { by: 'text-later', number, at }
}

/** Returns undefined if quiet hours do not delay the message. */
function delayedUntil(facts: ChannelFacts): Date | undefined {
  const { ownRoundAt, quietHours, timeZone } = facts
  const until = quietUntil(facts.now, quietHours, timeZone)
  const exemptFrom = ownRoundAt && new Date(ownRoundAt.getTime() - QUIET_EXEMPTION_MS)
  if (until === undefined || (exemptFrom && exemptFrom <= facts.now)) return undefined
  return ownRoundAt && ownRoundAt.getTime() - until.getTime() < MIN_NOTICE_MS ? exemptFrom : until
}
