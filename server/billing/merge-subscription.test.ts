import { expect, test } from 'vitest'
import { type Known, mergeSubscription, type Told } from './merge-subscription.ts'

const second = (count: number) => new Date(Date.UTC(2026, 5, 1, 12, 0, count))
const told = (status: Told['status'], cancelAtPeriodEnd = false): Told => ({
  status,
  cancelAtPeriodEnd,
  periodEnd: second(0),
})
const known = (status: Known['status'], at: number | null = 10): Known => ({
  status,
  cancelAtPeriodEnd: false,
  periodEnd: second(0),
  toldAt: at === null ? null : second(at),
})

test.each([
  [
    "records the provider's status of a new subscription",
    known('begun', null),
    told('incomplete'),
    5,
    'incomplete',
  ],
  ['never returns from paid to unpaid', known('active', null), told('incomplete'), 20, 'active'],
  ['paid in the second it was started', known('incomplete'), told('active'), 10, 'active'],
  ['paid although it was abandoned', known('abandoned'), told('active'), 5, 'active'],
  ['never paid', known('incomplete'), told('abandoned'), 20, 'abandoned'],
  ['never abandons a paid one', known('active'), told('abandoned'), 20, 'active'],
  ['a newer update', known('active'), told('past_due'), 11, 'past_due'],
  ['an older update', known('active'), told('past_due'), 9, 'active'],
  ['the same update in the same second', known('active'), told('active'), 10, 'active'],
  ['a different update in the same second', known('active'), told('past_due'), 10, 'unsure'],
  ['the end, even when it arrives late', known('active'), told('canceled'), 9, 'canceled'],
  ['nothing after the end', known('canceled'), told('active'), 20, 'canceled'],
] as const)('merges a status update: %s', (_name, before, word, at, expected) => {
  const next = mergeSubscription(before, word, second(at))
  expect(next === 'unsure' ? next : next.status).toBe(expected)
})
