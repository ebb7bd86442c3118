import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, pickDate } from './testing/screen-parts.ts'

test('repeats a tee time, skips one date, and lets the owner end it', { tag: '@thorough' }, async ({
  testServer: { make },
  phones,
}) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ owner: anna })
  const ben = await make.member(group, { name: 'Ben Adams' })
  const at = `/${group.slug}`
  const page = await phones.open({ as: ben, at })

  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  const form = page.getByRole('dialog', { name: 'Post Tee Time' })
  await expect(form.getByLabel('Days in Advance', { exact: true })).toHaveCount(0)
  await form.getByLabel('Course', { exact: true }).fill('Lakeview')
  await pickDate(page, dateIn(3))
  await form.getByLabel('Time', { exact: true }).fill('08:12')
  await form.getByLabel('Repeat').selectOption('Every week')
  await form.getByLabel('Days in Advance', { exact: true }).fill('2')
  await form.getByRole('button', { name: 'Post Tee Time' }).click()
  await expectToast(
    page,
    'Tee Time Posted!',
    'The next ones will be posted automatically. To see them, tap "Recurring Tee Times" below the list.',
  )
  await expect(cardOf(page, 'Lakeview')).toHaveCount(1)

  const openButtonName = { name: 'Recurring Tee Times (1)' }
  await page.getByRole('button', openButtonName).click()
  const list = page.getByRole('dialog', { name: 'Recurring Tee Times' })
  await expect(list.getByText('4 spots, posted 2 days ahead')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(4)
  // The second tap of a double tap hits 'Undo', which has just replaced 'Skip'.
  await list.evaluate((element) => {
    new MutationObserver((_, observer) => {
      const undo = element.querySelector<HTMLButtonElement>('[aria-label^="Undo"]')
      if (undo === null) return
      observer.disconnect()
      undo.click()
    }).observe(element, { childList: true, subtree: true, attributes: true })
  })
  await list
    .getByRole('button', { name: /^Skip / })
    .first()
    .click()
  await expect(list.getByRole('listitem').first()).toContainText('skipped')
  await expect(list.getByRole('listitem')).toHaveCount(5)

  const ownerPage = await phones.open({ as: anna, at })
  await ownerPage.getByRole('button', openButtonName).click()
  const ownersList = ownerPage.getByRole('dialog', { name: 'Recurring Tee Times' })
  await expect(ownersList.getByRole('listitem').first()).toContainText('skipped')
  await expect(ownersList.getByRole('button', { name: /^Skip / })).toHaveCount(0)
  // Keep Ben's list outdated until he has tapped 'Skip'.
  const hold = Promise.withResolvers<void>()
  await page.route('**/standing-times', async (route) => {
    await hold.promise
    await route.continue()
  })
  await ownersList.getByRole('button', { name: 'End It' }).click()
  await expect(ownersList.getByRole('button', { name: 'Keep It' })).toBeFocused()
  await ownersList.getByRole('button', { name: 'End It', exact: true }).click()
  await expectToast(
    ownerPage,
    'Recurring Tee Time Ended',
    'Tee times already posted will stay. No new ones will be posted.',
  )
  await expect(ownersList).toContainText('No recurring tee times.')

  await test.step("the creator's outdated screen shows that it has ended", async () => {
    await list
      .getByRole('button', { name: /^Skip / })
      .first()
      .click()
    hold.resolve()
    await expectToast(
      page,
      'Failed to Change Recurring Tee Time',
      "We couldn't find this recurring tee time. It may have been removed.",
    )
    await expect(list).toContainText('Anna Berg ended it.')
  })
})

test('adds two tee-time alerts and deletes one, even with a double tap', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const ben = await make.golfer({ name: 'Ben Adams' })
  const group = await make.group({ owner: ben })
  const page = await phones.open({ as: ben, at: `/${group.slug}/profile` })
  const section = page.getByRole('region', { name: 'Tee-time alerts' })
  await section.getByRole('button', { name: 'Add Alert' }).click()
  await page.getByRole('checkbox', { name: 'Saturday' }).check()
  await page.getByLabel('No Later Than (optional)').fill('10:00')
  await page.getByRole('button', { name: 'Save Alert' }).click()
  await expectToast(
    page,
    'Alert Saved',
    "We'll alert you 10 minutes before everyone else. In your quiet hours, texts and notifications wait.",
  )
  const alert = section.getByText('Saturdays, no later than 10:00 AM')
  await expect(alert).toBeVisible()
  await page.reload()
  await expect(alert).toBeVisible()
  await section.getByRole('button', { name: 'Add Alert' }).click()
  await page.getByRole('checkbox', { name: 'Sunday' }).check()
  await page.getByRole('button', { name: 'Save Alert' }).click()
  const remainingDeleteButton = section.getByRole('button', { name: 'Delete the alert: Sundays' })
  await expect(remainingDeleteButton).toBeVisible()
  await page.waitForTimeout(800)

  const deletions: string[] = []
  page.on('request', (request) => request.method() === 'DELETE' && deletions.push(request.url()))
  // The second tap hits the other alert, which has just moved up.
  await section.evaluate((element) => {
    new MutationObserver((_, observer) => {
      if (element.textContent?.includes('Saturdays')) return
      observer.disconnect()
      element.querySelector<HTMLButtonElement>('li button')?.click()
    }).observe(element, { childList: true, subtree: true })
  })
  await section.getByRole('button', { name: 'Delete the alert: Saturdays' }).click()
  await expect(alert).toHaveCount(0)
  expect(deletions).toHaveLength(1)
  await expect(section.getByRole('heading', { name: 'Tee-Time Alerts' })).toBeFocused()
  await page.reload()
  await expect(remainingDeleteButton).toBeVisible()
})
