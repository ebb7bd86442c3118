import type { Page } from '@playwright/test'

/**
 * Actions of super admins. Before you change a group or golfer, filter the page so that it shows only that
 * group or golfer. The actions fail if several buttons have the same name.
 */

export async function createCustomerGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Group', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  await dialog.getByLabel('Group Name').fill('Customer Club')
  await dialog.getByLabel('Custom URL').fill(`customer-${Date.now()}`)
  await dialog.getByLabel('Admin Name').fill('Robin Hale')
  await dialog.getByLabel('Admin Email').fill(`robin-${Date.now()}@club.example`)
  await dialog.getByLabel('Admin Phone').fill('403-555-0190')
  await dialog.getByRole('button', { name: 'Create Group' }).click()
}

export const switchStatusTo = (status: 'Active' | 'Inactive') => (page: Page) =>
  page.getByRole('radio', { name: status, exact: true }).click()

export async function clearExpiry(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Expiry for / }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Expiry' })
  await dialog.getByLabel('Expiry Date').fill('')
  await dialog.getByRole('button', { name: 'Save Expiry' }).click()
}

export async function deleteGroup(page: Page, slug: string): Promise<void> {
  await page.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this group?' })
  await dialog.getByLabel(`Type ${slug} to Confirm`).fill(slug)
  await dialog.getByRole('button', { name: 'Delete Group' }).click()
}

export async function resetPassword(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Reset password for / }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByLabel('New Password', { exact: true }).fill('back-nine-2026')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
}

export async function deleteUser(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Delete / }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this user?' })
  await dialog.getByRole('button', { name: 'Delete User' }).click()
}
