import { describe, expect, test, vi } from 'vitest'
import { deleteExpiredContact, readContact, readRequest } from './stored-signup.ts'

const contact = { email: 'Ann@club.example', name: 'Ann Lee', phone: '403-555-0142' }
const stored = { ...contact, until: 2_000 }

describe('a stored contact', () => {
  test('is found for its email in upper or lower case', () => {
    expect(readContact(stored, 'ann@CLUB.example', 1_000)).toEqual(contact)
  })

  test.each([
    ['another email', stored, 'bo@club.example', 1_000],
    ['an expired entry', stored, contact.email, 2_000],
    ['an empty storage', null, contact.email, 1_000],
    ['an invalid entry', 'ann', contact.email, 1_000],
    ['an incomplete entry', { ...stored, phone: 7 }, contact.email, 1_000],
  ])('is not found for %s', (_, stored, email, now) => {
    expect(readContact(stored, email, now)).toBeUndefined()
  })
})

test('deletes a stored contact once it has expired', () => {
  const items = new Map([['signup-contact', JSON.stringify(stored)]])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
  })
  deleteExpiredContact(1_999)
  expect(items.size).toBe(1)
  deleteExpiredContact(2_000)
  expect(items.size).toBe(0)
})

describe('a stored request to join', () => {
  const request = { inviteToken: 'mine', status: 'requested' }

  test('is found for its invite link', () => {
    const found = readRequest({ ...stored, request }, 'mine', 1_000)
    expect(found).toMatchObject({ ...contact, status: 'requested' })
  })

  test.each([
    ['another invite link', { ...stored, request }, 'other', 1_000],
    ['an expired entry', { ...stored, request }, 'mine', 2_000],
    ['a signup', stored, 'mine', 1_000],
    ['an empty storage', null, 'mine', 1_000],
  ])('is not found for %s', (_, stored, inviteToken, now) => {
    expect(readRequest(stored, inviteToken, now)).toBeUndefined()
  })
})
