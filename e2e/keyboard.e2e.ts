import { focusedTagName, tabTo } from './testing/by-keyboard.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, playersOn, spokenDate } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'

test('goes through all main tasks with the keyboard only', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const golfer = await testServer.make.golfer({ name: 'Kay Board', password: PASSWORD })
  const group = await testServer.make.group({ name: 'Keys Only' })
  await testServer.make.member(group, { golfer })
  await testServer.make.teeTime(group, { course: 'McCall Lake', date: dateIn(20) })
  const page = await phones.open({ at: `/${group.slug}`, viewport: { width: 1280, height: 800 } })

  await test.step('log in', async () => {
    await tabTo(page, 'textbox', 'Email')
    await page.keyboard.type(golfer.email)
    await tabTo(page, 'textbox', 'Password')
    await page.keyboard.type(PASSWORD)
    await page.evaluate(() => {
      const announcer = document.getElementById('announcer')
      if (!announcer) throw new Error('The page has no announcer')
      new MutationObserver(() => {
        document.body.dataset['announced'] =
          `${document.body.dataset['announced'] ?? ''}${announcer.textContent}\n`
      }).observe(announcer, { childList: true })
    })
    await expect(page.locator('#announcer')).toBeEmpty()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Keys Only', exact: true })).toBeVisible()
    await expect(page.locator('#announcer')).toHaveText('Keys Only · Fourball')
  })

  await test.step('post a tee time', async () => {
    await tabTo(page, 'button', 'Create New Tee Time')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    await expect(dialog.getByLabel('Course', { exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Course', { exact: true })).toBeFocused()
    await page.keyboard.type('Inglewood')

    await tabTo(page, 'button', /^Date/)
    await page.keyboard.press('Enter')
    const today = dialog.getByRole('button', { name: spokenDate(dateIn(0)) })
    await expect(today).toBeFocused()
    const postButton = dialog.getByRole('button', { name: 'Post Tee Time' })
    await expect(postButton, 'in reach below the calendar').toBeInViewport({ ratio: 1 })
    await page.keyboard.press('ArrowRight')
    const tomorrow = dialog.getByRole('button', { name: spokenDate(dateIn(1)) })
    await expect(tomorrow).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: /^Date/ })).toBeFocused()

    await tabTo(page, 'button', '10 minutes earlier')
    await page.keyboard.press('Tab')
    await expect(dialog.getByLabel('Time', { exact: true })).toBeFocused()
    await page.keyboard.type('0754AM')
    await tabTo(page, 'switch', "I'm playing")
    await page.keyboard.press('Space')
    await tabTo(page, 'button', 'Post Tee Time')
    await page.keyboard.press('Enter')
    await expectToast(
      page,
      'Tee Time Posted!',
      'Your tee time has been successfully posted to the group.',
    )
    await expect(dialog).toBeHidden()
    await expect(cardOf(page, 'Inglewood').getByText('7:54 AM')).toBeVisible()
    await expect(cardOf(page, 'Inglewood')).toBeFocused()
  })

  await test.step('claim and leave again', async () => {
    const card = cardOf(page, 'Inglewood')
    await tabTo(page, 'button', 'Claim Spot')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
    await expect(playersOn(card)).toHaveText(['Kay Board'])
    const leaveButton = card.getByRole('button', { name: 'Leave Spot' })
    await expect(leaveButton).toBeFocused()
    // For a moment after a claim, 'Leave Spot' ignores presses, so press again while it is there.
    await expect(async () => {
      if (await leaveButton.isVisible()) await page.keyboard.press('Enter')
      await expect(leaveButton).toBeHidden({ timeout: 1_000 })
    }).toPass()
    await expect(card.getByText('Available')).toHaveCount(4)
    await expectToast(page, 'Spot Released!', "You've successfully left this tee time.")
    await expect(card.getByRole('button', { name: 'Claim Spot' })).toBeFocused()
  })

  await test.step('F8 moves the focus to the toast, and Escape closes it', async () => {
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toContainText(
      'Spot Released!',
    )
    await page.keyboard.press('Tab')
    const toast = page.getByRole('region', { name: 'Notifications (F8)' }).locator('li')
    await expect(toast).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(toast).toHaveCount(0)
  })

  await test.step('cancel', async () => {
    await tabTo(page, 'button', 'Cancel')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Cancel this tee time?' })
    const keepButton = dialog.getByRole('button', { name: 'Keep It' })
    await expect(keepButton).toBeFocused()
    // Move the focus out of the dialog, as a visit to the browser's address bar can.
    await page.evaluate(() => document.querySelector<HTMLElement>('nav a')?.focus())
    await expect(keepButton).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Tee Time Cancelled', 'The tee time has been successfully cancelled.')
    await expect(cardOf(page, 'Inglewood')).toHaveCount(0)
    await expect(dialog).toBeHidden()
    expect(await focusedTagName(page)).not.toBe('BODY')
  })

  await test.step('change tabs', async () => {
    for (const [tab, heading] of [
      ['Members', 'Group Members'],
      ['Profile', 'Profile'],
      ['Tee Times', 'Keys Only'],
    ] as const) {
      await tabTo(page, 'link', tab)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expect(page.getByRole('link', { name: tab })).toHaveAttribute('aria-current', 'page')
      await expect(page.locator('#announcer')).toHaveText(`${heading} · Fourball`)
    }
    await expect(page.locator('body')).toHaveAttribute(
      'data-announced',
      ['Keys Only', 'Group Members', 'Profile', 'Keys Only']
        .map((title) => `${title} · Fourball\n`)
        .join(''),
    )
  })
})
