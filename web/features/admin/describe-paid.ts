import { subscriptionStateOf } from '../../../contract/billing.ts'
import type { AdminGroup } from '../../../contract/super-admin.ts'

type Standing = Pick<AdminGroup, 'expiryDate' | 'subscriptionStatus' | 'renews'>

/** Describes how a group is paid for in a word or two; undefined if it isn't. */
export function describePaid(
  group: Standing,
  now: Date,
): { readonly words: string; readonly isLate: boolean } | undefined {
  const state = subscriptionStateOf(group, now)
  if (state === 'past-due') return { words: 'Past due', isLate: true }
  if (state !== 'active') return undefined
  return { words: group.renews ? 'Paid' : 'Paid, ends', isLate: false }
}
