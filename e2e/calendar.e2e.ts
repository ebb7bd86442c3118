import { readFile } from 'node:fs/promises'
import { expect, test } from './testing/journey.ts'
import { cardOf, expectToast, openDetails } from './testing/screen-parts.ts'

test('adds a round to the calendar from its card, and all rounds through a link that can be revoked', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer()
  const group = await testServer.make.group({ name: 'Diaries' })
  await testServer.make.member(group, { golfer })
  await testServer.make.teeTime(group, { course: 'Lakeview', players: [golfer] })
  await testServer.make.teeTime(group, { course: 'Not Mine', time: '09:00' })
  const page = await phones.open({ as: golfer, at: `/${group.slug}` })
  const addButton = page.getByRole('button', { name: 'Add to Calendar' })
  await expect(page.getByRole('article')).toHaveCount(2)
  for (const course of ['Lakeview', 'Not Mine']) await openDetails(cardOf(page, course))
  await expect(addButton).toHaveCount(1)
  const downloading = page.waitForEvent('download')
  await addButton.click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/^tee-time-\d+\.ics$/)
  expect(await readFile(await file.path(), 'utf8')).toContain('SUMMARY:Golf: Lakeview\r\n')
  await expectToast(
    page,
    'Calendar File Ready',
    'Open the file that was just downloaded to add this round to your calendar.',
  )

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: 'Get Calendar Link' }).click()
  const field = page.getByLabel('Your calendar link, shown only once')
  await expect(field).toBeFocused()
  const address = await field.inputValue()
  await expect(page.getByRole('link', { name: 'Open in Calendar' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  )
  // Loads the feed without a session, like a calendar app, which has only the URL.
  const loadFeed = async (at: string) =>
    (await fetch(new URL(new URL(at).pathname, page.url()))).text()
  const feed = await loadFeed(address)
  expect(feed).toContain('SUMMARY:Golf: Lakeview\r\n')
  expect(feed).not.toContain('Not Mine')

  await page.reload()
  await expect(page.getByText('Your calendar link was created on')).toBeVisible()
  await expect(field).toBeHidden()
  await page.getByRole('button', { name: 'Get a New Link' }).click()
  await page.getByRole('button', { name: 'Get New Link' }).click()
  await expect(field).not.toHaveValue(address)
  // Wait for the toast. If it slid in during the next tap, between press and release, it would get the tap.
  await expectToast(
    page,
    'Calendar Link Created',
    'Copy it, or open it in your calendar, before you leave this page.',
  )
  expect(await loadFeed(address)).toContain('NOT_FOUND')
  const newAddress = await field.inputValue()
  expect(await loadFeed(newAddress)).toContain('Lakeview')

  await page.getByRole('button', { name: 'Turn Off Link' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Turn off your calendar link?' })
  await confirmation.getByRole('button', { name: 'Turn Off Link' }).click()
  await expect(page.getByRole('heading', { name: 'Calendar', exact: true })).toBeFocused()
  expect(await loadFeed(newAddress)).toContain('NOT_FOUND')
})

test('keeps the calendar link that another phone has just created', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  phones.tolerate(/status of 409/)
  const { owner, slug } = await testServer.make.group()
  const page = await phones.open({ as: owner, at: `/${slug}/profile` })
  const createButton = page.getByRole('button', { name: 'Get Calendar Link' })
  await expect(createButton).toBeVisible()
  await fetch(`${testServer.server.url}/api/my-calendar`, {
    method: 'POST',
    headers: { authorization: `Bearer ${owner.session}` },
  })
  await createButton.click()
  await expectToast(
    page,
    'Failed to Create Link',
    'Your calendar link was just changed on another device. If you still need a new one, try again.',
  )
  await expect(page.getByText('Your calendar link was created on')).toBeVisible()
})
