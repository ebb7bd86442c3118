import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import {
  cardOf,
  dateIn,
  expectToast,
  pickDate,
  spokenDate,
  toastsOn,
} from './testing/screen-parts.ts'

const POSTED_TOAST = [
  'Tee Time Posted!',
  'Your tee time has been successfully posted to the group.',
] as const
const COPIED_TOAST = ['Tee Time Copied', 'Paste it into a message to your buddies.'] as const

/** Replaces the page's share sheet with a fake one. Returns a list to which everything shared is added. */
async function fakeShareSheet(page: Page): Promise<ShareData[]> {
  const shared: ShareData[] = []
  await page.exposeFunction('noteShared', (data: ShareData) => void shared.push(data))
  await page.addInitScript(() => {
    navigator.share = async (data) =>
      (window as unknown as { noteShared(data: unknown): Promise<void> }).noteShared(data)
  })
  return shared
}

async function postTeeTime(page: Page, course: string, date: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await dialog.getByLabel('Course', { exact: true }).fill(course)
  await pickDate(page, date)
  await dialog.getByLabel('Time', { exact: true }).fill('09:10')
  await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
}

const weekdayOf = (date: string) => spokenDate(date).slice(0, 3)

test('leads to the new card after posting, marks it and offers to share it', async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  for (const day of [1, 2, 3]) await testServer.make.teeTime(group, { date: dateIn(day) })
  const page = await phones.open({ as: group.owner })
  const shared = await fakeShareSheet(page)
  await page.goto(`/${group.slug}`)
  await postTeeTime(page, 'Fox Hollow', dateIn(4))
  await expectToast(page, ...POSTED_TOAST)
  const card = cardOf(page, 'Fox Hollow')
  await expect(card).toBeInViewport({ ratio: 0.9 })
  await expect(card).toBeFocused()
  await expect(card).toHaveAttribute('data-marked', 'true')
  await expect(page).toHaveURL(`/${group.slug}`)

  await toastsOn(page).getByRole('button', { name: 'Share' }).click()
  const sharedText = `${weekdayOf(dateIn(4))} 9:10 Fox Hollow, 3 spots open`
  const [{ text, url = '' } = {}] = shared
  expect(text).toBe(sharedText)
  await expect(toastsOn(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Tee times' })).toBeFocused()
  await expect(card).not.toHaveAttribute('data-marked', 'true')

  const member = await testServer.make.member(group)
  const buddyPage = await phones.open({ as: member, at: url })
  await expect(cardOf(buddyPage, 'Fox Hollow')).toBeFocused()
})

test('shares any card, or copies its text and link if there is no share sheet', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const date = dateIn(3)
  const { number } = await testServer.make.teeTime(group, { course: 'Lakeview', date })
  const page = await phones.open({
    as: group.owner,
    at: `/${group.slug}`,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const shareButton = cardOf(page, 'Lakeview').getByRole('button', { name: 'Share' })
  await shareButton.click()
  await expectToast(page, ...COPIED_TOAST)
  const sharedText = `${weekdayOf(date)} 8:12 Lakeview, 4 spots open`
  const address = `${testServer.server.url}/${group.slug}?t=${number}`
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${sharedText} ${address}`)

  // Over plain HTTP, browsers don't offer the clipboard API.
  const plainHttpPage = await phones.open({ as: group.owner })
  await plainHttpPage.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  await plainHttpPage.goto(`/${group.slug}`)
  await cardOf(plainHttpPage, 'Lakeview').getByRole('button', { name: 'Share' }).click()
  await expectToast(plainHttpPage, ...COPIED_TOAST)

  // Closing the share sheet is not a failure.
  const dismissingPage = await phones.open({ as: group.owner })
  await dismissingPage.addInitScript(() => {
    navigator.share = () => Promise.reject(new DOMException('Closed', 'AbortError'))
  })
  await dismissingPage.goto(`/${group.slug}`)
  const button = cardOf(dismissingPage, 'Lakeview').getByRole('button', { name: 'Share' })
  await button.click()
  await expect(button).toBeFocused()
  await expect(toastsOn(dismissingPage)).toHaveCount(0)
})

test('undoes leaving while the spot is free', async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const member = await testServer.make.member(group)
  const card = await testServer.make.teeTime(group, {
    course: 'Lakeview',
    maxPlayers: 1,
    players: [group.owner],
  })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const leaveButton = cardOf(page, 'Lakeview').getByRole('button', { name: 'Leave Spot' })
  const undoButton = toastsOn(page).getByRole('button', { name: 'Undo' })
  await leaveButton.click()
  await expectToast(page, 'Spot Released!', "You've successfully left this tee time.")
  await undoButton.click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await expect(leaveButton).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Tee times' })).toBeFocused()

  // For a moment after the claim, 'Leave Spot' ignores taps.
  await page.waitForTimeout(750)
  // Another member takes the spot just before the tap on 'Undo' reaches the server.
  const claimAsMember = () =>
    testServer.server.phone(member.session).post(`/api/tee-times/${card.id}/claim`)
  await page.route('**/claim', async (route) => {
    await claimAsMember()
    await route.continue()
  })
  await leaveButton.click()
  await undoButton.click()
  await expectToast(
    page,
    'Failed to Claim Spot',
    'Someone else just took your spot. You can join the waiting list.',
  )
  await expect(
    cardOf(page, 'Lakeview').getByRole('button', { name: 'Join the Waiting List' }),
  ).toBeVisible()
})

test('removes Undo when someone else takes the spot', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const member = await testServer.make.member(group)
  const { id } = await testServer.make.teeTime(group, {
    course: 'Lakeview',
    maxPlayers: 1,
    players: [group.owner],
  })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await cardOf(page, 'Lakeview').getByRole('button', { name: 'Leave Spot' }).click()
  const undoButton = toastsOn(page).getByRole('button', { name: 'Undo' })
  await expect(undoButton).toBeVisible()
  await testServer.server.phone(member.session).post(`/api/tee-times/${id}/claim`)
  await expect(undoButton).toHaveCount(0)
  await expect(toastsOn(page).getByText('Spot Released!')).toBeVisible()
})
