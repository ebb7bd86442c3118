import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, localDateOf, localTimeOf, systemClock } from '../../server/platform/clock.ts'
import { GROUP_TIME_ZONE, type TestServer } from './test-server.ts'

const fullDateFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** Returns the date this many days from today in the groups' time zone, as `YYYY-MM-DD`. */
export function dateIn(days: number): string {
  return addDays(localDateOf(systemClock.now(), GROUP_TIME_ZONE), days)
}

export function inHours(hours: number): { date: string; time: string } {
  const at = new Date(systemClock.now().getTime() + hours * 3_600_000)
  return { date: localDateOf(at, GROUP_TIME_ZONE), time: localTimeOf(at, GROUP_TIME_ZONE) }
}

export function cardOf(page: Page, course: string): Locator {
  return page.getByRole('article', { name: `${course},` })
}

/**
 * Opens a card's details or, if the card is collapsed to one row, expands the card. Does nothing if the
 * details or the card are already open.
 */
export async function openDetails(card: Locator): Promise<void> {
  await card.locator('[aria-expanded]').first().waitFor()
  const closed = card.locator('[aria-expanded="false"]')
  if ((await closed.count()) > 0) await closed.click()
}

export function buttonsWithText(card: Locator): Locator {
  return card.getByRole('button').filter({ hasText: /\S/ })
}

/** Locates the names of players and guests in a card's spots. */
export function playersOn(card: Locator): Locator {
  return card.getByRole('list', { name: 'Spots' }).locator('li:not([data-open]) > span[title]')
}

/** Locates the toasts, in the region that screen readers can read even while a dialog is open. */
export function toastsOn(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).locator('li')
}

/** Waits until the screen shows exactly one toast, with this title and description. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = toastsOn(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
}

/** Taps a button until it disappears, because a button that has just changed ignores taps for a moment. */
export async function tapUntilAccepted(button: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await button.click({ timeout: 1_000 })
    await expect(button).toBeHidden({ timeout: 1_000 })
  }).toPass()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

export async function emailedLink(testServer: TestServer, address: string): Promise<string> {
  await expect.poll(() => testServer.emailsTo(address)).toHaveLength(1)
  const [mail] = await testServer.emailsTo(address)
  return /\/welcome\/[\w-]+$/m.exec(mail?.body ?? '')?.[0] ?? ''
}

/** Picks a date from the calendar of the open dialog. The date must not be before the calendar's month. */
export async function pickDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: /^Date/ }).click()
  await expect(page.getByRole('grid')).toBeVisible()
  const day = page.getByRole('button', { name: spokenDate(date) })
  while (!(await day.isVisible())) {
    await page.getByRole('button', { name: 'Go to the Next Month' }).click()
  }
  await day.click()
}

/** Formats a date as the calendar labels its days: 'Saturday, May 30, 2026'. */
export function spokenDate(date: string): string {
  return fullDateFormat.format(new Date(`${date}T12:00:00Z`))
}
