import { expect, test } from 'vitest'
import { changePasswordForm } from '../../contract/sessions.ts'
import { firstMessageByField } from './Form.tsx'

test('shows the first error at each field', () => {
  const parsed = changePasswordForm.safeParse({
    currentPassword: '',
    newPassword: 'short',
    confirmPassword: '',
  })
  expect(parsed.success ? {} : firstMessageByField(parsed.error.issues)).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password must be at least 6 characters',
    confirmPassword: 'Please confirm your new password',
  })
})

test('shows a form-wide error at the field it names', () => {
  const parsed = changePasswordForm.safeParse({
    currentPassword: 'old one',
    newPassword: 'new one',
    confirmPassword: 'new two',
  })
  expect(parsed.success ? {} : firstMessageByField(parsed.error.issues)).toEqual({
    confirmPassword: "Passwords don't match",
  })
})
