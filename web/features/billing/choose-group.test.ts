import { expect, test } from 'vitest'
import type { GroupSummary } from '../../../contract/groups.ts'
import { endedGroupsOf, trialGroupOf } from './choose-group.ts'

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
    memberCount: 1,
    isActive: true,
    expiryDate: '2026-06-11T16:00:00Z',
    subscriptionStatus: null,
    renews: false,
    ...change,
  }
}

const others = group(1, { ownerId: 8 })
const paid = group(2, { subscriptionStatus: 'active' })
const endless = group(3, { expiryDate: null })
const ended = group(4, { expiryDate: '2026-06-01T16:00:00Z' })
const paused = group(5, { isActive: false })
const lapsed = group(6, { subscriptionStatus: 'canceled' })

test('the first of my own groups whose time still runs, and that is not paid', () => {
  const groups = [others, paid, endless, ended, paused, lapsed, group(7)]
  expect(trialGroupOf(groups, ME, NOW)?.id).toBe(6)
  expect(trialGroupOf([others, paid, endless, ended, paused], ME, NOW)).toBeUndefined()
})

test('my own groups whose time is over are offered instead', () => {
  const others = group(8, { ownerId: 8, expiryDate: '2026-01-01T00:00:00Z' })
  expect(endedGroupsOf([others, paid, ended, group(7)], ME, NOW)).toEqual([ended])
})
