import { expect, test } from 'vitest'
import type { GroupSummary } from '../../../contract/groups.ts'
import { endedGroupsOf, findGroupToPayFor } from './Subscribe.tsx'

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

const othersGroup = group(1, { ownerId: 8 })
const renewingGroup = group(2, { subscriptionStatus: 'active', renews: true })
const neverExpiringGroup = group(3, { expiryDate: null })
const endedGroup = group(4, { expiryDate: '2026-06-01T16:00:00Z' })
const pausedGroup = group(5, { isActive: false })
const paidGroup = group(6, { subscriptionStatus: 'active' })
const pastDueGroup = group(7, {
  subscriptionStatus: 'past_due',
  expiryDate: '2026-05-30T16:00:00Z',
  renews: true,
})
const expiredGroup = group(8, { subscriptionStatus: 'expired', expiryDate: '2026-05-01T16:00:00Z' })

test("picks the golfer's first own group that is neither expired nor paid", () => {
  const groups = [
    othersGroup,
    renewingGroup,
    neverExpiringGroup,
    endedGroup,
    pausedGroup,
    paidGroup,
    group(9),
    group(10),
  ]
  expect(findGroupToPayFor(groups, ME, NOW)?.id).toBe(9)
  expect(
    findGroupToPayFor(
      [othersGroup, renewingGroup, neverExpiringGroup, endedGroup, pausedGroup, expiredGroup],
      ME,
      NOW,
    ),
  ).toBeUndefined()
})

test('picks a group for a few days after its payment failed', () => {
  expect(findGroupToPayFor([paidGroup, pastDueGroup], ME, NOW)).toBe(pastDueGroup)
  expect(findGroupToPayFor([pastDueGroup], ME, new Date('2026-06-07T16:00:00Z'))).toBeUndefined()
})

test('picks a paid group that does not renew', () => {
  expect(findGroupToPayFor([renewingGroup, paidGroup], ME, NOW)).toBe(paidGroup)
})

test("lists the golfer's own expired groups", () => {
  const othersEndedGroup = group(11, { ownerId: 8, expiryDate: '2026-01-01T00:00:00Z' })
  expect(
    endedGroupsOf(
      [othersEndedGroup, renewingGroup, endedGroup, expiredGroup, pausedGroup, group(9)],
      ME,
      NOW,
    ),
  ).toEqual([endedGroup, expiredGroup])
})
