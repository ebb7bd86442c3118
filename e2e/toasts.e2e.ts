import type { Locator } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, pickDate, signIn, toastsOn } from './testing/screen-parts.ts'

test('shows one toast at a time; a newer one replaces the older one', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  for (const [day, course] of ['Lakeview', 'Inglewood', 'Banff'].entries())
    await testServer.make.teeTime(group, { course, date: dateIn(3 + day) })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const maxToasts = { shown: 0 }
  await page.exposeFunction('noteToasts', (count: number) => {
    maxToasts.shown = Math.max(maxToasts.shown, count)
  })
  await page.evaluate(() => {
    const noteCount = () =>
      (window as unknown as { noteToasts(count: number): void }).noteToasts(
        document.querySelectorAll('.toast').length,
      )
    new MutationObserver(noteCount).observe(document.body, { childList: true, subtree: true })
  })
  const claimAt = (course: string) =>
    cardOf(page, course).getByRole('button', { name: 'Claim Spot' }).click()

  await claimAt('Lakeview')
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await page.route('**/claim', (route) =>
    route.fulfill({ status: 404, json: { message: 'Gone, sorry.', code: 'NOT_FOUND' } }),
  )
  await claimAt('Inglewood')
  await expectToast(page, 'Failed to Claim Spot', 'Gone, sorry.')
  await expect(toastsOn(page).getByText('Spot Claimed!')).toHaveCount(0)
  await expect(cardOf(page, 'Inglewood')).toHaveCount(0)
  await page.unroute('**/claim')
  await claimAt('Banff')
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  expect(maxToasts.shown).toBe(1)

  await toastsOn(page).getByRole('button', { name: 'Close' }).click()
  await expect(toastsOn(page)).toHaveCount(0)
})

test('hides a toast after five seconds, not earlier', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner })
  await page.clock.install()
  await page.goto(`/${group.slug}`)
  const claimButton = cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await claimButton.click()
  await expect(toastsOn(page).getByText('Spot Claimed!')).toBeVisible()
  await page.clock.runFor(4_900)
  await expect(toastsOn(page)).toHaveAttribute('data-state', 'open')
  await page.clock.runFor(200)
  await expect(toastsOn(page)).toHaveCount(0)
})

test('dismisses a toast swiped right by at least fifty pixels', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}`, hasTouch: false })
  await cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' }).click()
  const toast = toastsOn(page)
  await expect(toast).toBeVisible()
  const swipe = async (pixels: number) => {
    const box = await toast.boundingBox()
    if (box === null) throw new Error('There is no toast')
    const [x, y] = [box.x + 40, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + pixels / 2, y, { steps: 4 })
    await page.mouse.move(x + pixels, y, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toast).toHaveAttribute('data-swipe', 'cancel')
  await expect(toast).toHaveAttribute('data-state', 'open')
  await swipe(80)
  await expect(toast).toHaveCount(0)
})

test('announces a toast while a dialog is open, and F8 moves the focus to the toast and back', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  phones.tolerate(/status of 402/)
  const { owner, slug } = await testServer.make.group()
  const page = await phones.open({ as: owner, at: `/${slug}/profile` })
  await page.route('**/change-password', (route) =>
    route.fulfill({ status: 402, json: { message: 'Not today.' } }),
  )
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  for (const [label, text] of [
    ['Current Password', 'front-nine-2026'],
    ['New Password', 'back-nine-2026'],
    ['Confirm New Password', 'back-nine-2026'],
  ] as const) {
    await dialog.getByLabel(label, { exact: true }).fill(text)
  }
  const announcement = page.getByRole('status').filter({ hasText: 'Not today.' })
  const announced = announcement.waitFor({ state: 'attached' })
  await dialog.getByRole('button', { name: 'Change Password' }).click()
  await announced
  await expectToast(page, 'Password Change Failed', 'Not today.')

  const toast = toastsOn(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Tab')
  await expect(toast).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(toast.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(toast).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(dialog.locator(':focus')).toHaveCount(1)
})

test('removes a toast when the next action succeeds', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const password = 'front-nine-2026'
  const golfer = await testServer.make.golfer({ password })
  const group = await testServer.make.group({ owner: golfer })
  const page = await phones.open({ at: `/${group.slug}` })
  await signIn(page, golfer.email, 'no-such-password')
  await expectToast(page, 'Login Failed', 'Invalid email or password.')
  await signIn(page, golfer.email, password)
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  await expect(toastsOn(page)).toHaveCount(0)
})

test('never covers the button or the card that a toast is about', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  for (const [day, course] of ['Lakeview', 'Inglewood', 'Banff'].entries())
    await testServer.make.teeTime(group, { course, date: dateIn(3 + day) })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  for (const block of ['end', 'start'] as const) {
    await expect(toastsOn(page)).toHaveCount(0)
    const card = cardOf(page, 'Inglewood')
    const claimButton = card.getByRole('button', { name: /^(Claim|Leave) Spot$/ })
    // Put the button at the bottom edge, above the tabs, or the card at the top edge.
    await (block === 'end' ? claimButton : card).evaluate((element, where) => {
      document.documentElement.style.scrollPaddingBottom = '5rem'
      element.scrollIntoView({ block: where })
    }, block)
    await claimButton.click()
    await expect(toastsOn(page)).toBeVisible()
    await expect.poll(() => overlapArea(toastsOn(page), claimButton)).toBe(0)
    await toastsOn(page).getByRole('button', { name: 'Close' }).click()
    await page.waitForTimeout(750)
  }
})

test('never covers the button that the first toast is about', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  phones.tolerate(/status of 500/)
  // The tap starts to load the code that shows toasts. This response arrives before that code.
  await page.route(/\/claim$/, (route) => route.fulfill({ status: 500, json: {} }))
  const claimButton = page.getByRole('button', { name: 'Claim Spot' })
  const { y = 0, height = 0 } = (await claimButton.boundingBox()) ?? {}
  await page.setViewportSize({ width: 390, height: Math.ceil(y + height + 90) })
  await claimButton.click()
  await expect(toastsOn(page)).toBeVisible()
  await expect.poll(() => overlapArea(toastsOn(page), claimButton)).toBe(0)
})

for (const viewport of [
  { width: 320, height: 568 },
  { width: 390, height: 844 },
  { width: 800, height: 700 },
  { width: 1280, height: 800 },
]) {
  test(`leaves a dialog's title and buttons uncovered at ${viewport.width} px`, {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    phones.tolerate(/status of 500/)
    const group = await testServer.make.group()
    const page = await phones.open({ as: group.owner, at: `/${group.slug}`, viewport })
    await page.route('**/api/tee-times', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill('Lakeview')
    await pickDate(page, dateIn(2))
    await dialog.getByLabel('Time', { exact: true }).fill('06:54')
    await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
    const toast = toastsOn(page)
    await expect(toast).toBeVisible()
    for (const part of [
      dialog.getByRole('heading', { name: 'Post Tee Time' }),
      dialog.getByRole('button', { name: 'Close' }),
      dialog.getByRole('button', { name: 'Post Tee Time' }),
    ]) {
      await part.scrollIntoViewIfNeeded()
      await expect.poll(() => overlapArea(toast, part)).toBe(0)
    }
  })
}

async function overlapArea(one: Locator, other: Locator): Promise<number> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()]
  if (a === null || b === null) throw new Error('One of the elements is not on the screen')
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}
