import { describe, expect, test, vi } from 'vitest'
import { deleteExpiredContact, findStoredContact, findStoredRequest } from './stored-signup.ts'

const contact = { email: 'Ann@club.example', name: 'Ann Lee', phone: '403-555-0142' }
const stored = { ...contact, until: 2_000 }

function stubStorage(stored: unknown) {
  const items = new Map(stored === null ? [] : [['signup-contact', JSON.stringify(stored)]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
  })
  return items
}

describe('a stored contact', () => {
  test('is found for its email in upper or lower case', () => {
    stubStorage(stored)
    expect(findStoredContact('ann@CLUB.example', 1_000)).toEqual(stored)
  })

  test.each([
    ['another email', stored, 'bo@club.example', 1_000],
    ['an expired entry', stored, contact.email, 2_000],
    ['an empty storage', null, contact.email, 1_000],
    ['an invalid entry', 'ann', contact.email, 1_000],
    ['an incomplete entry', { ...stored, phone: 7 }, contact.email, 1_000],
  ])('is not found for %s', (_, stored, email, now) => {
    stubStorage(stored)
    expect(findStoredContact(email, now)).toBeUndefined()
  })
})

test('deletes a stored contact once it has expired', () => {
  const items = stubStorage(stored)
  deleteExpiredContact(1_999)
  expect(items.size).toBe(1)
  deleteExpiredContact(2_000)
  expect(items.size).toBe(0)
})

describe('a stored request to join', () => {
  const request = { inviteToken: 'mine', status: 'requested' }

  test('is found for its invite link', () => {
    stubStorage({ ...stored, request })
    const found = findStoredRequest('mine', 1_000)
    expect(found).toMatchObject({ ...contact, status: 'requested' })
  })

  test.each([
    ['another invite link', { ...stored, request }, 'other', 1_000],
    ['an expired entry', { ...stored, request }, 'mine', 2_000],
    ['a signup', stored, 'mine', 1_000],
    ['an empty storage', null, 'mine', 1_000],
  ])('is not found for %s', (_, stored, inviteToken, now) => {
    stubStorage(stored)
    expect(findStoredRequest(inviteToken, now)).toBeUndefined()
  })
})
