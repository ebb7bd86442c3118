import { expect, test } from 'vitest'
import { maskRecipient } from './manage-deliveries.ts'

test.each([
  ['+14035550103', '+1 *** *** 0103'],
  ['+442079460018', '*** 0018'],
  ['+4791234567', '*** 4567'],
  ['+29012345', '***'],
  ['+1911', '***'],
  ['403-555-0103', '*** 0103'],
  ['no number at all', '***'],
  ['casey@club.example', 'c***@club.example'],
  ['Casey.Long+tag@club.example', 'C***@club.example'],
  ['ab@club.example', 'a***@club.example'],
  ['a@club.example', '***@club.example'],
  ['"odd@one"@club.example', '"***@club.example'],
  ['@club.example', '***@club.example'],
  ['𝒜da@club.example', '𝒜***@club.example'],
  ['', ''],
])('shows %s as %s', (recipient, shown) => {
  expect(maskRecipient(recipient)).toBe(shown)
})
