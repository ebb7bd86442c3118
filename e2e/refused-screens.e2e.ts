import { DEMO_SLUG } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'

const NOT_FOUND =
  "This golf group doesn't exist or you may have typed the wrong URL. Check your invitation link or contact your group admin."

for (const at of ['/no-such-group', '/no-such-group/members', '/%E2%9B%B3', '/a%2Fb']) {
  test(`shows the not-found screen for an unknown group at ${at}`, { tag: '@thorough' }, async ({
    testServer,
    phones,
  }) => {
    for (const as of [undefined, await testServer.make.golfer()]) {
      const page = await phones.open({ as, at })
      await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
      await expect(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
      await page.getByRole('link', { name: 'Go to Home' }).click()
      await expect(page).toHaveURL(as === undefined ? '/' : '/dashboard')
    }
  })
}

test('shows the not-found screen below a reserved word and below a group', {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open()
  for (const at of ['/purchases/x/y', '/www', '/join/members', `/${DEMO_SLUG}/nowhere/else`]) {
    await page.goto(at)
    await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
    await page.getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')
  }
})

test('shows golfers from outside the group only that they are not members', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const stranger = await testServer.make.golfer()
  for (const part of ['', '/members', '/profile']) {
    const page = await phones.open({ as: stranger, at: `/${DEMO_SLUG}${part}` })
    await expect(
      page.getByRole('heading', { name: "You're not a member of this group" }),
    ).toBeVisible()
    await expect(page.getByText('Saturday Morning Golf')).toHaveCount(0)
    await expect(page.getByText('Morgan Reid')).toHaveCount(0)
    await page.getByRole('link', { name: 'Go to My Golf' }).click()
    await expect(page).toHaveURL('/dashboard')
  }
})

test('opens a group whose slug starts like the API path', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'API Golfers', slug: 'api-golfers' })
  const page = await phones.open({ as: group.owner, at: '/api-golfers' })
  await expect(page.getByRole('heading', { name: 'API Golfers' })).toBeVisible()
})

test('lets in a golfer who is added while the app is open', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Early Birds' })
  const golfer = await testServer.make.golfer()
  const dashboardPage = await phones.open({ as: golfer, at: '/dashboard' })
  await expect(dashboardPage.getByRole('heading', { name: 'No Groups Yet' })).toBeVisible()
  const page = await phones.open({ as: golfer, at: `/${group.slug}` })
  await expect(
    page.getByRole('heading', { name: "You're not a member of this group" }),
  ).toBeVisible()
  await testServer.make.member(group, { golfer })
  await expect(page.getByRole('heading', { name: 'Early Birds' })).toBeVisible()
  await expect(dashboardPage.getByRole('link', { name: /Early Birds/ })).toBeVisible()
})
