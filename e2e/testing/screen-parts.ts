import { expect, type Locator, type Page } from '@playwright/test'
import { addDays, localDateOf, localTimeOf, systemClock } from '../../server/platform/clock.ts'
import { HOUSE_ZONE } from './house.ts'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** The date so many days from today, as `YYYY-MM-DD`, where the groups play. */
export function dateIn(days: number): string {
  return addDays(localDateOf(systemClock.now(), HOUSE_ZONE), days)
}

/** The date and the time where the group plays, so many hours from now. */
export function inHours(hours: number): { date: string; time: string } {
  const at = new Date(systemClock.now().getTime() + hours * 3_600_000)
  return { date: localDateOf(at, HOUSE_ZONE), time: localTimeOf(at, HOUSE_ZONE) }
}

/** The card of a course; the whole locator is empty when there is none. */
export function cardOf(page: Page, course: string): Locator {
  return page.getByRole('article', { name: `${course},` })
}

/** The names in a card's spots, in the order of the claims. */
export function playersOn(card: Locator): Locator {
  return card.getByRole('list', { name: 'Spots' }).locator('li:not([data-open]) > span[title]')
}

/** The toasts that are on the screen, where screen readers find them: beside an open dialog too. */
export function toastsOn(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).locator('li')
}

/** Waits for the one toast on the screen to say exactly this. */
export async function expectToast(page: Page, title: string, description: string): Promise<void> {
  const toast = toastsOn(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  await expect(toast.getByText(description, { exact: true })).toBeVisible()
  await expect(toast).toHaveCount(1)
}

/** Taps a button until it is another one: what has just changed takes no tap for a moment. */
export async function tapUntilTaken(button: Locator): Promise<void> {
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

/** Picks a date of the next months from the calendar of the open dialog. */
export async function pickDate(page: Page, date: string): Promise<void> {
  await page.getByRole('button', { name: /^Date/ }).click()
  const months = monthOf(date) - monthOf(dateIn(0))
  for (let month = 0; month < months; month += 1) {
    await page.getByRole('button', { name: 'Go to the Next Month' }).click()
  }
  await page.getByRole('button', { name: spokenDate(date) }).click()
}

/** A date as the calendar's days say it: 'Saturday, May 30, 2026'. */
export function spokenDate(date: string): string {
  return longDate.format(new Date(`${date}T12:00:00Z`))
}

function monthOf(date: string): number {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return year * 12 + month
}
