import { expect, test } from 'vitest'
import type { GroupSummary } from '../../../contract/groups.ts'
import { endedGroupsOf, groupToPayOf } from './Subscribe.tsx'

const NOW = new Date('2026-06-01T16:00:00Z')
const ME = 7

function group(id: number, change: Partial<GroupSummary> = {}): GroupSummary {
  return {
    id,
    name: `Group ${id}`,
    slug: `group-${id}`,
    description: null,
    ownerId: ME,
    ownerName: 'Ann',
    timeZone: 'America/Edmonton',
    memberCount: 1,
    isActive: true,
    expiryDate: '2026-06-11T16:00:00Z',
    subscriptionStatus: null,
    renews: false,
    ...change,
  }
}

const others = group(1, { ownerId: 8 })
const renewing = group(2, { subscriptionStatus: 'active', renews: true })
const neverExpiring = group(3, { expiryDate: null })
const ended = group(4, { expiryDate: '2026-06-01T16:00:00Z' })
const paused = group(5, { isActive: false })
const paid = group(6, { subscriptionStatus: 'active' })
const pastDue = group(7, {
  subscriptionStatus: 'past_due',
  expiryDate: '2026-05-30T16:00:00Z',
  renews: true,
})
const expired = group(8, { subscriptionStatus: 'expired', expiryDate: '2026-05-01T16:00:00Z' })

test("picks the golfer's first own group that is neither expired nor paid", () => {
  const groups = [others, renewing, neverExpiring, ended, paused, paid, group(9), group(10)]
  expect(groupToPayOf(groups, ME, NOW)?.id).toBe(9)
  expect(
    groupToPayOf([others, renewing, neverExpiring, ended, paused, expired], ME, NOW),
  ).toBeUndefined()
})

test('picks a group for a few days after its payment failed', () => {
  expect(groupToPayOf([paid, pastDue], ME, NOW)).toBe(pastDue)
  expect(groupToPayOf([pastDue], ME, new Date('2026-06-07T16:00:00Z'))).toBeUndefined()
})

test('picks a paid group that does not renew', () => {
  expect(groupToPayOf([renewing, paid], ME, NOW)).toBe(paid)
})

test("lists the golfer's own expired groups", () => {
  const foreign = group(11, { ownerId: 8, expiryDate: '2026-01-01T00:00:00Z' })
  expect(endedGroupsOf([foreign, renewing, ended, expired, paused, group(9)], ME, NOW)).toEqual([
    ended,
    expired,
  ])
})
