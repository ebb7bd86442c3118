import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, playersOn, signIn, toastsOn } from './testing/screen-parts.ts'

const COURSE = 'Lakeview'
const UPDATED_TOAST = ['Tee Time Updated', 'The tee time has been successfully updated.'] as const

const dialogOn = (page: Page) => page.getByRole('dialog', { name: 'Edit Tee Time' })
const openEdit = (page: Page) =>
  cardOf(page, COURSE).getByRole('button', { name: 'Edit', exact: true }).click()
const save = (page: Page) =>
  dialogOn(page).getByRole('button', { name: 'Save Changes', exact: true }).click()

test('closes only the calendar on Escape and on the back gesture', { tag: '@thorough' }, async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  await make.teeTime(group, { course: COURSE, date: dateIn(3) })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  // Imitate Back: if Escape doesn't reach the page's listeners, the browser sends a close request instead.
  await page.evaluate(() =>
    window.addEventListener(
      'keydown',
      (event) => document.title === 'Back' && event.stopImmediatePropagation(),
      true,
    ),
  )
  await openEdit(page)
  const dialog = dialogOn(page)
  const dateButton = dialog.getByRole('button', { name: /^Date/ })
  for (const gesture of ['Escape', 'Back']) {
    const course = dialog.getByLabel('Course', { exact: true })
    await course.fill(`Typed before ${gesture}`)
    await dateButton.click()
    await expect(dialog.getByRole('grid')).toBeVisible()
    await page.evaluate((title) => {
      document.title = title
    }, gesture)
    await page.keyboard.press('Escape')
    await expect(dialog.getByRole('grid')).toHaveCount(0)
    await expect(dateButton).toBeFocused()
    await expect(course).toHaveValue(`Typed before ${gesture}`)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test("shows everyone the creator's edits from two tabs while others claim spots", {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ owner: anna })
  const ben = await make.member(group, { name: 'Ben Adams' })
  await make.teeTime(group, { course: COURSE, time: '08:12', date: dateIn(3), players: [anna] })
  const at = `/${group.slug}`
  const [firstTab, secondTab, bensPage] = [
    await phones.open({ as: anna, at }),
    await phones.open({ as: anna, at }),
    await phones.open({ as: ben, at }),
  ]
  await expect(cardOf(bensPage, COURSE)).toContainText('number 1')
  await expect(bensPage.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0)
  for (const page of [firstTab, secondTab]) {
    await openEdit(page)
    await expect(dialogOn(page).getByLabel('Course', { exact: true })).toHaveValue(COURSE)
    await expect(dialogOn(page).getByLabel('Time', { exact: true })).toHaveValue('08:12')
  }
  await cardOf(bensPage, COURSE).getByRole('button', { name: 'Claim Spot' }).click()

  await test.step("a claim during the edit does not get in the creator's way", async () => {
    await dialogOn(firstTab).getByLabel('Time', { exact: true }).fill('09:40')
    await save(firstTab)
    await expectToast(firstTab, ...UPDATED_TOAST)
    await expect(dialogOn(firstTab)).toHaveCount(0)
    for (const page of [firstTab, secondTab, bensPage]) {
      // The second tab also shows the new time, behind its open dialog.
      await expect(page.locator('article time').last()).toHaveText('9:40 AM')
    }
    await expect(playersOn(cardOf(bensPage, COURSE))).toHaveText(['Anna Berg', 'Ben Adams'])
  })

  await test.step('the other tab shows a message, keeps what was typed and reverts nothing', async () => {
    await dialogOn(secondTab).getByLabel('Notes (optional)').fill('Walking, brisk pace.')
    // A tap outside a dialog with input doesn't close it.
    await secondTab.mouse.click(195, 2)
    await save(secondTab)
    await expectToast(
      secondTab,
      'Failed to Update Tee Time',
      'This tee time has changed. Check it, then save again.',
    )
    await expect(dialogOn(secondTab)).toContainText(/This tee time has changed.*9:40 AM/)
    await expect(dialogOn(secondTab).getByLabel('Time', { exact: true })).toHaveValue('09:40')
    await expect(dialogOn(secondTab).getByLabel('Notes (optional)')).toHaveValue(
      'Walking, brisk pace.',
    )
    await save(secondTab)
    await expectToast(secondTab, ...UPDATED_TOAST)
    await expect(cardOf(bensPage, COURSE)).toContainText('Walking, brisk pace.')
    await expect(cardOf(bensPage, COURSE)).toContainText('9:40 AM')
  })

  await test.step('spots cannot be fewer than players', async () => {
    await openEdit(firstTab)
    await dialogOn(firstTab).getByLabel('Players', { exact: true }).fill('1')
    await save(firstTab)
    const reason = '2 players are in. Keep at least 2 spots, or ask someone to leave first.'
    await expectToast(firstTab, 'Failed to Update Tee Time', reason)
    await expect(dialogOn(firstTab).getByLabel('Players', { exact: true })).toBeFocused()
    await dialogOn(firstTab).getByLabel('Players', { exact: true }).fill('2')
    await save(firstTab)
    await expect(cardOf(bensPage, COURSE)).toContainText('Full')
  })
})

test('opens the card that a text links to, even after a login', { tag: '@thorough' }, async ({
  testServer: { make, server },
  phones,
}) => {
  const group = await make.group()
  for (let day = 2; day < 9; day += 1) {
    await make.teeTime(group, { course: `Course ${day}`, date: dateIn(day) })
  }
  const password = 'correct horse'
  const ben = await make.member(group, { golfer: await make.golfer({ password }) })
  // The card is the sixth of seven, so it is out of view at first.
  const page = await phones.open({ at: `/${group.slug}?t=6`, reducedMotion: 'reduce' })
  await signIn(page, ben.email, password)
  const card = cardOf(page, 'Course 7')
  await expect(card).toBeInViewport()
  await expect(card).toBeFocused()
  await expect(card).toHaveAttribute('data-marked')
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(card).not.toHaveAttribute('data-marked')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Claim Spot' })).toBeFocused()

  const list = await server.phone(ben.session).get(`/api/groups/slug/${group.slug}/tee-times`)
  const { id } = (list.body as { id: number; number: number }[])[5] ?? {}
  await server.phone(group.owner.session).delete(`/api/tee-times/${id}`)
  await page.goto(`/${group.slug}?t=6`)
  await expect(page.getByRole('status').filter({ hasText: '#6' })).toHaveText(
    'Tee time #6 has passed or was cancelled.',
  )
  await expect(page.getByRole('article')).toHaveCount(6)
  await expect(toastsOn(page)).toHaveCount(0)
  for (const invalid of ['x', '-1', '07', '1e3', '%00', '99999999999', '']) {
    await page.goto(`/${group.slug}?t=${invalid}`)
    await expect(page).toHaveURL(`/${group.slug}`)
    await expect(page.getByText('has passed or was cancelled.')).toHaveCount(0)
  }
})
