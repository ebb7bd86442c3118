import type { Page } from '@playwright/test'
import { factories } from '../server/system-tests/testing/factories.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, pickDate, toastsOn } from './testing/screen-parts.ts'

const POSTED_TOAST = [
  'Tee Time Posted!',
  'Your tee time has been successfully posted to the group.',
] as const

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Post Tee Time' })
const timeFieldOn = (page: Page) => dialogOn(page).getByLabel('Time', { exact: true })
const openDialog = (page: Page) => page.getByRole('button', { name: 'Create New Tee Time' }).click()
const submit = (page: Page) =>
  dialogOn(page).getByRole('button', { name: 'Post Tee Time', exact: true }).click()

test('posts at a course used before with four taps', async ({ testServer: { make }, phones }) => {
  const group = await make.group()
  const ben = await make.member(group)
  await make.teeTime(group, { course: 'Lakeview', time: '09:20', date: dateIn(4) })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })
  await openDialog(page)
  await dialogOn(page).getByRole('button', { name: 'Lakeview' }).click()
  await expect(dialogOn(page).getByLabel('Course', { exact: true })).toHaveValue('Lakeview')
  await expect(timeFieldOn(page)).toHaveValue('09:20')
  await dialogOn(page).getByRole('button', { name: 'Tomorrow' }).click()
  await submit(page)
  await expectToast(page, ...POSTED_TOAST)
  await expect(cardOf(page, 'Lakeview')).toHaveCount(2)
  await expect(cardOf(page, 'Lakeview').first()).toContainText('9:20 AM')
})

test('suggests courses while typing, by keyboard, and keeps a typed time', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const group = await make.group()
  for (const course of ['Shaganappi Point', 'Shaganappi Valley', 'Lakeview']) {
    await make.teeTime(group, { course, time: '07:50', date: dateIn(4) })
  }
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await openDialog(page)
  const course = dialogOn(page).getByRole('combobox', { name: 'Course' })
  const options = dialogOn(page).locator('.suggestions').getByRole('option')
  await expect(dialogOn(page).getByRole('button', { name: 'Lakeview' })).toBeVisible()
  await timeFieldOn(page).fill('10:00')
  await dialogOn(page).getByRole('button', { name: '10 minutes later' }).click()
  await expect(timeFieldOn(page)).toHaveValue('10:10')
  await course.fill('shag')
  await expect(options).toHaveText(['Shaganappi Valley', 'Shaganappi Point'])
  await page.keyboard.press('Escape')
  await expect(options).toHaveCount(0)
  await expect(course).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(course).toHaveValue('Shaganappi Point')
  await expect(options).toHaveCount(0)
  await expect(timeFieldOn(page)).toHaveValue('10:10')
  await course.fill('lake')
  await options.click()
  await expect(course).toHaveValue('Lakeview')
})

test('keeps what was typed until it is posted or its golfer logs out', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const group = await make.group()
  const other = await make.group({ owner: group.owner })
  phones.tolerate(/ERR_INTERNET_DISCONNECTED/)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const course = dialogOn(page).getByLabel('Course', { exact: true })
  const draftNotice = dialogOn(page).getByText('We kept what you typed last time.')

  await test.step('after Escape', async () => {
    await openDialog(page)
    await course.fill('Inglewood')
    await page.keyboard.press('Escape')
    await expect(dialogOn(page)).toHaveCount(0)
    await openDialog(page)
    await expect(draftNotice).toBeVisible()
    await expect(course).toHaveValue('Inglewood')
  })

  await test.step('after a tap outside', async () => {
    await pickDate(page, dateIn(3))
    await page.mouse.click(195, 10)
    await expect(course).toHaveValue('Inglewood')
  })

  await test.step('after a reload', async () => {
    await page.reload()
    await openDialog(page)
    await expect(course).toHaveValue('Inglewood')
    await timeFieldOn(page).fill('09:40')
    await page.reload()
    await openDialog(page)
    await expect(timeFieldOn(page)).toHaveValue('09:40')
  })

  await test.step('in its own group only', async () => {
    await page.goto(`/${other.slug}`)
    await openDialog(page)
    await expect(course).toHaveValue('')
    await expect(draftNotice).toHaveCount(0)
  })

  await test.step('without a connection, until it is posted', async () => {
    await page.goto(`/${group.slug}`)
    await openDialog(page)
    await page.context().setOffline(true)
    await submit(page)
    await expect(toastsOn(page)).toContainText('Failed to Post Tee Time')
    await page.keyboard.press('Escape')
    await page.context().setOffline(false)
    await page.reload()
    await openDialog(page)
    await expect(course).toHaveValue('Inglewood')
    await submit(page)
    await expectToast(page, ...POSTED_TOAST)
    await expect(cardOf(page, 'Inglewood')).toContainText('9:40 AM')
    await openDialog(page)
    await expect(course).toHaveValue('')
    await expect(draftNotice).toHaveCount(0)
  })

  await test.step('until it is discarded', async () => {
    await course.fill('Lakeview')
    await page.keyboard.press('Escape')
    await openDialog(page)
    await dialogOn(page).getByRole('button', { name: 'Start Over' }).click()
    await expect(course).toHaveValue('')
    await page.keyboard.press('Escape')
    await openDialog(page)
    await expect(draftNotice).toHaveCount(0)
  })

  await test.step('until logout', async () => {
    await course.fill('Lakeview')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).not.toBeNull()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toBeNull()
  })
})

test('leaves the screen and a newer draft alone when a post succeeds after the form was closed', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const group = await make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const course = dialogOn(page).getByLabel('Course', { exact: true })
  let response = Promise.withResolvers<void>()
  await page.route('**/api/tee-times', (route) => response.promise.then(() => route.continue()))
  const closeDialog = async () => {
    await dialogOn(page).getByRole('button', { name: 'Close' }).click()
    await expect(dialogOn(page)).toHaveCount(0)
  }
  const submitAndClose = async () => {
    response = Promise.withResolvers<void>()
    await submit(page)
    await expect(dialogOn(page).getByRole('button', { name: 'Posting...' })).toBeVisible()
    await closeDialog()
  }

  await openDialog(page)
  await course.fill('Inglewood')
  await dialogOn(page).getByRole('button', { name: 'Tomorrow' }).click()
  await timeFieldOn(page).fill('09:40')
  await submitAndClose()
  await openDialog(page)
  await course.fill('Lakeview')
  await timeFieldOn(page).fill('15:40')
  response.resolve()
  await expectToast(page, ...POSTED_TOAST)
  await expect(course).toHaveValue('Lakeview')
  await closeDialog()
  await expect(cardOf(page, 'Inglewood')).toBeVisible()

  await openDialog(page)
  await expect(course).toHaveValue('Lakeview')
  await submitAndClose()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL(`/${group.slug}/profile`)
  response.resolve()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('drafts'))).toBeNull()
  await expect(page).toHaveURL(`/${group.slug}/profile`)
  await page.goto(`/${group.slug}`)
  await expect(cardOf(page, 'Lakeview')).toBeVisible()
  await openDialog(page)
  await expect(course).toHaveValue('')
})

test('posts a past round again on another date, and keeps the draft of another tee time', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const lastYear = new Date().getUTCFullYear() - 1
  const clockLastYear = { now: () => new Date(`${lastYear}-05-01T12:00:00Z`) }
  const group = await testServer.make.group({ expiryDate: null })
  const golfer = await testServer.make.member(group, { name: 'Riley Rounds' })
  await factories({ db: testServer.db, clock: clockLastYear }).teeTime(group, {
    course: 'Old Course',
    date: `${lastYear}-05-09`,
    time: '07:40',
    notes: 'Walking, brisk pace.',
    maxPlayers: 3,
    players: [golfer],
  })
  const page = await phones.open({ as: golfer, at: `/${group.slug}` })
  await openDialog(page)
  await dialogOn(page).getByLabel('Course', { exact: true }).fill('Lakeview')
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Post a Tee Time' }).click()
  await expect(dialogOn(page).getByLabel('Course', { exact: true })).toHaveValue('Lakeview')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toBeEnabled()
  await expect(dialogOn(page)).toHaveCount(0)
  await page.goto('/dashboard/rounds')
  await page.getByRole('button', { name: 'Post Again: Old Course' }).click()
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(dialogOn(page).getByLabel('Course', { exact: true })).toHaveValue('Old Course')
  await expect(timeFieldOn(page)).toHaveValue('07:40')
  await expect(dialogOn(page).getByLabel('Players', { exact: true })).toHaveValue('3')
  await expect(dialogOn(page).getByLabel('Notes (optional)')).toHaveValue('Walking, brisk pace.')
  await submit(page)
  const date = dialogOn(page).getByRole('button', { name: /^Date/ })
  await expect(date).toHaveAttribute('aria-invalid', 'true')
  await dialogOn(page).getByRole('button', { name: 'Tomorrow' }).click()
  await submit(page)
  await expectToast(page, ...POSTED_TOAST)
  await expect(cardOf(page, 'Old Course')).toContainText('Walking, brisk pace.')
  await page.reload()
  await expect(cardOf(page, 'Old Course')).toBeVisible()
  await expect(dialogOn(page)).toHaveCount(0)
  await openDialog(page)
  await expect(dialogOn(page).getByLabel('Course', { exact: true })).toHaveValue('Lakeview')
})
