import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, toastsOn } from './testing/screen-parts.ts'

test('shows one toast at a time; a newer one replaces the older one', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  for (const [day, course] of ['Lakeview', 'Inglewood', 'Banff'].entries())
    await testServer.make.teeTime(group, { course, date: dateIn(3 + day) })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const most = { shown: 0 }
  await page.exposeFunction('noteToasts', (count: number) => {
    most.shown = Math.max(most.shown, count)
  })
  await page.evaluate(() => {
    const count = () =>
      (window as unknown as { noteToasts(count: number): void }).noteToasts(
        document.querySelectorAll('.toast').length,
      )
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
  })
  const press = (course: string) =>
    cardOf(page, course).getByRole('button', { name: 'Claim Spot' }).click()

  await press('Lakeview')
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await page.route('**/claim', (route) =>
    route.fulfill({ status: 404, json: { message: 'Gone, sorry.', code: 'NOT_FOUND' } }),
  )
  await press('Inglewood')
  await expectToast(page, 'Failed to Claim Spot', 'Gone, sorry.')
  await expect(toastsOn(page).getByText('Spot Claimed!')).toHaveCount(0)
  await expect(cardOf(page, 'Inglewood')).toHaveCount(0)
  await page.unroute('**/claim')
  await press('Banff')
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  expect(most.shown).toBe(1)

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
  const claim = cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' })
  await expect(claim).toBeVisible()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await claim.click()
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

test('announces a toast beside an open dialog, and F8 moves the focus there and back', {
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
