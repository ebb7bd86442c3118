import { expect, test } from 'vitest'
import {
  type KnownSubscription,
  mergeSubscription,
  type ReportedSubscription,
} from './apply-subscription.ts'

const second = (count: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, count))
const reported = (
  status: ReportedSubscription['status'],
  cancelAtPeriodEnd = false,
): ReportedSubscription => ({
  status,
  cancelAtPeriodEnd,
  periodEnd: second(0),
})
const known = (status: KnownSubscription['status'], at: number | null = 10): KnownSubscription => ({
  status,
  cancelAtPeriodEnd: false,
  periodEnd: second(0),
  reportedAt: at === null ? null : second(at),
})

test.each([
  [
    "records the provider's status of a new subscription",
    known('started', null),
    reported('incomplete'),
    5,
    'incomplete',
  ],
  [
    'never returns from paid to unpaid',
    known('active', null),
    reported('incomplete'),
    20,
    'active',
  ],
  ['paid in the second it was started', known('incomplete'), reported('active'), 10, 'active'],
  ['paid although it was abandoned', known('abandoned'), reported('active'), 5, 'active'],
  ['never paid', known('incomplete'), reported('abandoned'), 20, 'abandoned'],
  ['never abandons a paid one', known('active'), reported('abandoned'), 20, 'active'],
  ['a newer update', known('active'), reported('past_due'), 11, 'past_due'],
  ['an older update', known('active'), reported('past_due'), 9, 'active'],
  ['the same update in the same second', known('active'), reported('active'), 10, 'active'],
  ['a different update in the same second', known('active'), reported('past_due'), 10, 'unsure'],
  ['the end, even when it arrives late', known('active'), reported('canceled'), 9, 'canceled'],
  ['nothing after the end', known('canceled'), reported('active'), 20, 'canceled'],
] as const)('merges a status update: %s', (_name, before, word, at, expected) => {
  const next = mergeSubscription(before, word, second(at))
  expect(next === 'unsure' ? next : next.status).toBe(expected)
})
