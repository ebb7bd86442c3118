import * as z from 'zod/mini'

/** What happens that a golfer is told of. */
export const alertEvent = z.enum([
  'posted',
  'spots',
  'opened',
  'offer',
  'seated',
  'offer-lapsed',
  'held',
  'changed',
  'cancelled',
  'delayed',
  'running-late',
  'reminder-evening',
  'reminder-soon',
  'weather-watch',
  'deadline',
  'last-call',
  'off-the-hook',
  'added',
  'join-request',
  'ownership',
  'group-deleted',
  'group-restored',
  'trial-ends',
  'paid',
  'payment-failed',
  'payment-returned',
  'subscription-ended',
  'password-changed',
  'password-reset',
  'phone-changed',
  'texts-on',
  'opt-in',
  'reply',
])
export type AlertEvent = z.output<typeof alertEvent>

/** The kinds of events that golfers choose a channel for. */
export const alertKind = z.enum([
  'posted',
  'mine',
  'opened',
  'waiting',
  'changed',
  'reminder',
  'group',
  'trial',
])
export type AlertKind = z.output<typeof alertKind>

/** Each kind in the words of the profile. */
export const KIND_WORDS: Readonly<Record<AlertKind, string>> = {
  posted: 'A tee time is posted',
  mine: 'Somebody takes or leaves a spot in a tee time I posted',
  opened: 'A spot opens in a full tee time in the next 48 hours, or players are called for',
  waiting: 'A spot comes free for me while I wait for it, or is held for me',
  changed: 'A tee time I play in or wait for is changed, delayed or cancelled, or a player is late',
  reminder: 'A reminder: the evening and 3 hours before I play, bad weather ahead, a cut-off near',
  group: 'I am added to a group or given one, or somebody asks to join mine',
  trial: 'The time of a group I own is about to end, has ended, or is paid for',
}

/**
 * The kind of an event. None of those that nobody can switch off: the safety of the account and of
 * one's money by email, and what a text asks for or answers.
 */
export const KIND_OF: Readonly<Record<AlertEvent, AlertKind | undefined>> = {
  posted: 'posted',
  spots: 'mine',
  opened: 'opened',
  offer: 'waiting',
  seated: 'waiting',
  'offer-lapsed': 'waiting',
  held: 'waiting',
  changed: 'changed',
  cancelled: 'changed',
  delayed: 'changed',
  'running-late': 'changed',
  'reminder-evening': 'reminder',
  'reminder-soon': 'reminder',
  'weather-watch': 'reminder',
  deadline: 'reminder',
  'last-call': 'opened',
  'off-the-hook': 'changed',
  added: 'group',
  'join-request': 'group',
  ownership: 'group',
  'trial-ends': 'trial',
  paid: 'trial',
  'subscription-ended': 'trial',
  'group-deleted': undefined,
  'group-restored': undefined,
  'payment-failed': undefined,
  'payment-returned': undefined,
  'password-changed': undefined,
  'password-reset': undefined,
  'phone-changed': undefined,
  'texts-on': undefined,
  'opt-in': undefined,
  reply: undefined,
}

/** What a golfer with a muted group still hears from it: what concerns a round of their own. */
export const HEARD_WHEN_MUTED: ReadonlySet<AlertKind> = new Set([
  'waiting',
  'changed',
  'reminder',
  'trial',
])

/** A spot that opens is told to the members when tee-off is so near. */
export const OPENED_WITHIN_HOURS = 48
/** Three spots claimed within so many minutes are one message to the creator. */
export const FOLD_MINUTES = 5
