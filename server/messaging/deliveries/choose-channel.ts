import { type AlertEvent, KIND_OF } from '../../../contract/alerts.ts'
import type { MessageChannel } from '../../../contract/messages.ts'
import { type AlertChannel, DEFAULT_CHANNEL } from '../../../contract/preferences.ts'
import { isUnreachable, type QuietHours, quietUntil } from '../../identity/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { canText } from '../../platform/phone-number.ts'
import type { FoundDelivery } from './store.ts'

/** The facts that decide how a message is sent, read just before it is sent. */
export interface ChannelFacts
  extends Pick<
    FoundDelivery,
    'hasPhone' | 'refusal' | 'stoppedAt' | 'unreachableAt' | 'unreachableCode'
  > {
  readonly event: AlertEvent
  /** The channel the message was queued for, or 'email' after a text or a notification failed. */
  readonly channel: MessageChannel
  readonly now: Date
  /** Whether this server sends texts at all. */
  readonly hasTexts: boolean
  /** Whether to text a number even after it said STOP, as the replies to STOP and HELP do. */
  readonly evenStopped: boolean
  /** The channel that the golfer chose for events of this kind. */
  readonly chosen: AlertChannel | undefined
  /** Undefined for a text to a number that no golfer has. */
  readonly golfer:
    | Pick<NonNullable<FoundDelivery['golfer']>, 'number' | 'emailProven' | 'hasConsent'>
    | undefined
  /** The number that a reply or an opt-in request was queued for. */
  readonly recipient: string
  readonly quietHours: QuietHours
  readonly timeZone: string
  /** Tee-off of the golfer's own round that the message is about. */
  readonly ownRoundAt: Date | undefined
}

/** How a message is sent, or why it is not sent. */
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
/**
 * If quiet hours end less than this time before tee-off, messages wait only until QUIET_EXEMPTION_MS before
 * tee-off.
 */
const MIN_NOTICE_MS = 3 * HOUR_MS

/** Chooses how to send a message. Does not check the caps on texts: `sendText` does. */
export function chooseChannel(facts: ChannelFacts): DeliveryRoute {
  switch (facts.event) {
    case 'reply':
      return channelOfReply(facts)
    case 'opt-in':
      return channelOfRequest(facts)
    default:
      return channelOfAlert(facts)
  }
}

/** Chooses to text a reply unless the number said STOP. A reply needs no consent and ignores quiet hours. */
function channelOfReply({
  hasTexts,
  stoppedAt,
  evenStopped,
  recipient,
}: ChannelFacts): DeliveryRoute {
  if (!hasTexts) return { by: 'none', why: 'no-texts' }
  if (stoppedAt !== null && !evenStopped) return { by: 'none', why: 'stopped' }
  if (!canText(recipient)) return { by: 'none', why: 'abroad' }
  return { by: 'text', number: recipient }
}

function channelOfRequest(facts: ChannelFacts): DeliveryRoute {
  const { golfer, recipient } = facts
  if (!facts.hasTexts) return { by: 'none', why: 'no-texts' }
  if (golfer?.number !== recipient || golfer.hasConsent || !golfer.emailProven) {
    return { by: 'none', why: 'moot' }
  }
  if (facts.stoppedAt !== null) return { by: 'none', why: 'stopped' }
  if (!canText(recipient)) return { by: 'none', why: 'abroad' }
  if (isUnreachable(facts, facts.now)) return { by: 'none', why: 'moot' }
  return textNowOrLater(facts, recipient)
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

/** Chooses to text the golfer now, or later if quiet hours delay the message. */
function textNowOrLater(facts: ChannelFacts, number: string): DeliveryRoute {
  const at = delayedUntil(facts)
  return at === undefined ? { by: 'text', number } : { by: 'text-later', number, at }
}

/** Returns when to send the message if quiet hours delay it, otherwise undefined. */
function delayedUntil(facts: ChannelFacts): Date | undefined {
  const { ownRoundAt, quietHours, timeZone } = facts
  const until = quietUntil(facts.now, quietHours, timeZone)
  const exemptFrom = ownRoundAt && new Date(ownRoundAt.getTime() - QUIET_EXEMPTION_MS)
  if (until === undefined || (exemptFrom && exemptFrom <= facts.now)) return undefined
  return ownRoundAt && ownRoundAt.getTime() - until.getTime() < MIN_NOTICE_MS ? exemptFrom : until
}
