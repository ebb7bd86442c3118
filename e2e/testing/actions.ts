import type { Locator, Page } from '@playwright/test'
import { cardOf, dateIn, pickDate, signIn } from './screen-parts.ts'

export const COURSE = 'Lakeview'
const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click()

export const claim = (page: Page) => press(cardOf(page, COURSE), 'Claim Spot')

export const leave = (page: Page) => press(cardOf(page, COURSE), 'Leave Spot')

export async function cancel(page: Page): Promise<void> {
  await press(cardOf(page, COURSE), 'Cancel')
  await press(page.getByRole('dialog', { name: 'Cancel this tee time?' }), 'Cancel Tee Time')
}

export async function postTeeTime(page: Page): Promise<void> {
  await press(page, 'Create New Tee Time')
  const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await dialog.getByLabel('Course', { exact: true }).fill('Inglewood')
  await pickDate(page, dateIn(5))
  await dialog.getByLabel('Time', { exact: true }).fill('14:06')
  await press(dialog, 'Post Tee Time')
}

export async function changeSettings(page: Page): Promise<void> {
  await press(page, 'Group Settings')
  const dialog = page.getByRole('dialog', { name: 'Group Settings' })
  await dialog.getByLabel('Group Name').fill('Fairway Foes')
  await press(dialog, 'Save Settings')
}

export async function transferOwnership(page: Page): Promise<void> {
  await press(page, 'Group Settings')
  const dialog = page.getByRole('dialog', { name: 'Group Settings' })
  await dialog.getByLabel('New Owner').selectOption({ index: 1 })
  await press(dialog, 'Transfer Ownership')
  await press(page.getByRole('dialog', { name: 'Transfer ownership?' }), 'Transfer Ownership')
}

export async function addMember(page: Page): Promise<void> {
  await press(page, 'Invite')
  const dialog = page.getByRole('dialog', { name: 'Add Member' })
  await dialog.getByLabel('Name', { exact: true }).fill('Bo Li')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(`bo-${Date.now()}@club.example`)
  await dialog.getByLabel('Phone').fill('403-555-0111')
  await press(dialog, 'Add Member')
}

export async function removeMember(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Remove from group' }).click()
  await press(page.getByRole('dialog', { name: 'Remove this member?' }), /^Remove/)
}

export function changePassword(currentPassword: string, newPassword: string) {
  return async (page: Page): Promise<void> => {
    await press(page, 'Change Password')
    const dialog = page.getByRole('dialog', { name: 'Change Password' })
    await dialog.getByLabel('Current Password', { exact: true }).fill(currentPassword)
    await dialog.getByLabel('New Password', { exact: true }).fill(newPassword)
    await dialog.getByLabel('Confirm New Password', { exact: true }).fill(newPassword)
    await press(dialog, 'Change Password')
  }
}

export async function updatePhone(page: Page): Promise<void> {
  await press(page, 'Edit phone')
  await page.getByLabel('Phone Number').fill('587-555-0123')
  await press(page, 'Save')
}

export async function createGroup(page: Page): Promise<void> {
  await page.getByLabel('Group Name').fill('Early Birdies')
  await page.getByLabel('Custom URL').fill(`early-birdies-${Date.now()}`)
  await press(page, 'Create Golf Group')
}

export function signUp(submit: 'Start Free Trial' | 'Buy Now') {
  return async (page: Page): Promise<void> => {
    await page.getByLabel('Group Name').fill('Sunrise Walkers')
    await page.getByLabel('Custom URL').fill(`sunrise-${Date.now()}`)
    await page.getByLabel('Your Name').fill('Robin Hale')
    await page.getByLabel('Your Email').fill(`robin-${Date.now()}@club.example`)
    await page.getByLabel('Your Phone').fill('403-555-0190')
    await press(page, submit)
  }
}

export const logInAs = (email: string, password: string) => (page: Page) =>
  signIn(page, email, password)
