import type { Locator, Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
const bannerOn = (page: Page) => page.getByRole('region', { name: 'Trial' })
const yOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN
const pauseNoticeOn = (page: Page) => page.getByRole('region', { name: 'Paused' })

for (const { endsInDays, text, hasWarning } of [
  { endsInDays: 7.5, text: 'Trial expires in 8 days', hasWarning: false },
  { endsInDays: 6.5, text: 'Trial expires in 7 days', hasWarning: true },
  { endsInDays: 0.5, text: 'Trial expires in 1 day', hasWarning: true },
  { endsInDays: -0.5, text: 'Trial expires in 0 days', hasWarning: true },
  { endsInDays: -1.5, text: undefined, hasWarning: false },
]) {
  test(`shows ${text ?? 'nothing'} when the trial ends in ${endsInDays} days`, {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    const group = await testServer.make.group({ expiryDate: daysFromNow(endsInDays) })
    const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
    await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
    await expect(page.getByRole('definition').first()).toHaveText('0')
    if (text === undefined) {
      await expect(pauseNoticeOn(page)).toBeVisible()
      await expect(bannerOn(page)).toHaveCount(0)
      return
    }
    await expect(bannerOn(page).getByText(text, { exact: true })).toBeVisible()
    // The banner is next to the link, where it takes up no extra space.
    const link = page.getByRole('link', { name: 'My Golf' })
    expect(await yOf(bannerOn(page))).toBe(await yOf(link))
    await expect(page.locator('.trial-banner[data-warning]')).toHaveCount(hasWarning ? 1 : 0)
    await expect(bannerOn(page).getByRole('link', { name: 'Upgrade' })).toHaveAttribute(
      'href',
      `/${group.slug}/subscribe`,
    )
    await expect(pauseNoticeOn(page), 'the banner does not say why actions are paused').toHaveCount(
      endsInDays < 0 ? 1 : 0,
    )
    await bannerOn(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(bannerOn(page)).toHaveCount(0)
    await expect(pauseNoticeOn(page)).toHaveCount(endsInDays < 0 ? 1 : 0)
  })
}

test('counts the days while the page stays open', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ expiryDate: daysFromNow(1.5) })
  const page = await phones.open({ as: group.owner, at: '/login' })
  await page.clock.install()
  await page.goto(`/${group.slug}`)
  for (const remaining of ['2 days', '1 day', '0 days']) {
    await expect(
      bannerOn(page).getByText(`Trial expires in ${remaining}`, { exact: true }),
    ).toBeVisible()
    await page.clock.fastForward('24:00:00')
  }
  await expect(pauseNoticeOn(page)).toBeVisible()
  await expect(bannerOn(page)).toHaveCount(0)
})

test('shows the owner a dismissible banner without layout shift', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ expiryDate: daysFromNow(20) })
  const member = await testServer.make.member(group)
  const at = `/${group.slug}`
  const page = await phones.open({ as: group.owner, at: '/dashboard' })
  await page.addInitScript(() => {
    let layoutShift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry) layoutShift += Number(entry.value)
        document.documentElement.dataset['moved'] = String(layoutShift)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // Hold back the response with the group, so that everything else is rendered before the banner appears.
  const groupHold = Promise.withResolvers<void>()
  await page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
    await groupHold.promise
    await route.continue()
  })
  await page.goto(at)
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  groupHold.resolve()
  await expect(bannerOn(page)).toBeVisible()
  expect(Number((await page.locator('html').getAttribute('data-moved')) ?? 0)).toBeLessThan(0.01)
  await bannerOn(page).getByRole('button', { name: 'Dismiss' }).click()
  await expect(bannerOn(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  await expect(page.getByRole('definition').last()).toHaveText('2')
  await expect(bannerOn(page)).toHaveCount(0)

  const otherPage = await phones.open({ as: group.owner, at })
  await expect(bannerOn(otherPage)).toBeVisible()
  const memberPage = await phones.open({ as: member, at })
  await expect(memberPage.getByRole('definition').last()).toHaveText('2')
  await expect(bannerOn(memberPage)).toHaveCount(0)

  await testServer.db.execute(
    `update groups set subscription_status = 'active' where id = ${group.id}`,
  )
  await expect(bannerOn(otherPage)).toHaveCount(0)
})

test('shows members of an expired group that it expired, and why a tap is refused', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const owner = await testServer.make.golfer({ name: 'Anna Berg' })
  const group = await testServer.make.group({ owner })
  const member = await testServer.make.member(group)
  await testServer.make.teeTime(group)
  const page = await phones.open({ as: member, at: `/${group.slug}` })
  await expect(page.getByRole('article')).toBeVisible()
  await testServer.db.execute(
    `update groups set expiry_date = now() - interval '3 days' where id = ${group.id}`,
  )
  const words = 'No one can post tee times or claim spots until Anna Berg subscribes.'
  await expect(pauseNoticeOn(page)).toHaveText(words)
  await page.getByRole('button', { name: 'Create New Tee Time' }).click()
  await expectToast(page, 'Failed to Post Tee Time', words)
  await page.getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(
    page,
    'Failed to Claim Spot',
    'This group is paused until its owner subscribes.',
  )
  const ownerPage = await phones.open({ as: owner, at: `/${group.slug}` })
  await expect(pauseNoticeOn(ownerPage).getByRole('link', { name: 'Subscribe' })).toHaveAttribute(
    'href',
    `/${group.slug}/subscribe`,
  )
})
