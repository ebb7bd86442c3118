import { expect, test } from 'vitest'
import {
  type KnownSubscription,
  mergeSubscription,
  type ReportedSubscription,
} from './apply-subscription.ts'

const second = (count: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, count))
const reportedAs = (
  status: ReportedSubscription['status'],
  cancelAtPeriodEnd = false,
): ReportedSubscription => ({
  status,
  cancelAtPeriodEnd,
  periodEnd: second(0),
})
const knownAs = (
  status: KnownSubscription['status'],
  at: number | null = 10,
): KnownSubscription => ({
  status,
  cancelAtPeriodEnd: false,
  periodEnd: second(0),
  reportedAt: at === null ? null : second(at),
})

test.each([
  [
    "records the provider's status of a new subscription",
    knownAs('started', null),
    reportedAs('incomplete'),
    5,
    'incomplete',
  ],
  [
    'never returns from paid to unpaid',
    knownAs('active', null),
    reportedAs('incomplete'),
    20,
    'active',
  ],
  ['paid in the second it was started', knownAs('incomplete'), reportedAs('active'), 10, 'active'],
  ['paid although it was abandoned', knownAs('abandoned'), reportedAs('active'), 5, 'active'],
  ['never paid', knownAs('incomplete'), reportedAs('abandoned'), 20, 'abandoned'],
  ['never abandons a paid one', knownAs('active'), reportedAs('abandoned'), 20, 'active'],
  ['a newer update', knownAs('active'), reportedAs('past_due'), 11, 'past_due'],
  ['an older update', knownAs('active'), reportedAs('past_due'), 9, 'active'],
  ['the same update in the same second', knownAs('active'), reportedAs('active'), 10, 'active'],
  [
    'a different update in the same second',
    knownAs('active'),
    reportedAs('past_due'),
    10,
    'unsure',
  ],
  ['the end, even when it arrives late', knownAs('active'), reportedAs('canceled'), 9, 'canceled'],
  ['nothing after the end', knownAs('canceled'), reportedAs('active'), 20, 'canceled'],
] as const)('merges a status update: %s', (_name, before, report, at, expected) => {
  const next = mergeSubscription(before, report, second(at))
  expect(next === 'unsure' ? next : next.status).toBe(expected)
})
