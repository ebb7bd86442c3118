import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { cardOf, expectToast, signIn, toastsOn } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'

test('signs this phone out when its session ends elsewhere, and returns after login', async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({
    name: 'Night Owls',
    slug: `night-owls-${owner.id}`,
    owner,
  })
  const page = await phones.open()
  const streams = countLiveStreams(page)
  await page.goto(`/${group.slug}/members`)
  await signIn(page, owner.email, PASSWORD)
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByText(owner.email)).toBeVisible()
  await expect.poll(() => streams).toMatchObject({ openedCount: 1, endedCount: 0 })

  const session = await page.evaluate(() => localStorage.getItem('sessionId'))
  await testServer.server.phone(session ?? '').post('/api/auth/logout')
  await expect(page.getByRole('heading', { name: /^Night Owls/ })).toBeVisible()
  await expect(page.getByText(owner.email)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull()
  // The page reconnects once. The response says that the session has ended, so the page does not try again.
  await expect.poll(() => streams).toMatchObject({ openedCount: 2, endedCount: 2 })
  await signIn(page, owner.email, 'wrong-password')
  await expectToast(page, 'Login Failed', 'Invalid email or password.')
  expect(streams).toEqual({ openedCount: 2, endedCount: 2 })

  await signIn(page, owner.email, PASSWORD)
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(page.getByRole('heading', { name: 'Night Owls', exact: true })).toBeVisible()
  await expect.poll(() => streams).toEqual({ openedCount: 3, endedCount: 2 })
})

test('shows the login after a tap when the session has ended, then returns to the group', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const golfer = await testServer.make.golfer({ password: PASSWORD })
  await testServer.make.member(group, { golfer })
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  phones.tolerate(/ERR_FAILED/)
  const page = await phones.open({ as: golfer })
  // Block the live stream, from which the page would learn that the session has ended.
  await page.route('**/api/live', (route) => route.abort())
  await page.goto(`/${group.slug}`)
  const claimButton = cardOf(page, 'Lakeview').getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton).toBeVisible()
  // Wait, because any other call between the logout and the tap would show the login before the tap.
  await page.waitForLoadState('networkidle')
  await testServer.server.phone(golfer.session).post('/api/auth/logout')

  await claimButton.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(cardOf(page, 'Lakeview')).toHaveCount(0)
  await signIn(page, golfer.email, PASSWORD)
  await claimButton.click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
})

test('returns to the group after logout and login, and forgets everything else', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const owner = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({ owner })
  const page = await phones.open({ as: owner, at: `/${group.slug}/profile` })
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectToast(page, 'Logged Out', 'See you on the first tee.')
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({
    loginRedirect: `/${group.slug}`,
  })
  await expect
    .poll(async () => (await testServer.server.phone(owner.session).get('/api/auth/me')).status)
    .toBe(401)

  await page.goto('/login')
  await signIn(page, owner.email, PASSWORD)
  await expect(page).toHaveURL(`/${group.slug}`)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/dashboard')
  expect(await page.evaluate(() => localStorage.getItem('loginRedirect'))).toBe('/dashboard')
})

test('logs out all tabs when one logs out', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const otherPage = await page.context().newPage()
  await otherPage.goto(`/${group.slug}/profile`)
  await otherPage.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('changes the password: shows errors, then succeeds and signs out other phones', async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({ owner })
  const page = await phones.open({ as: owner, at: `/${group.slug}/profile` })
  const otherSession = await testServer.make.signIn(owner.id)
  const otherPage = await phones.open({ as: { session: otherSession }, at: `/${group.slug}` })
  await expect(otherPage.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()

  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  const submitButton = dialog.getByRole('button', { name: 'Change Password' })
  const field = (name: string) => dialog.getByLabel(name, { exact: true })
  await submitButton.click()
  for (const message of [
    'Current password is required',
    'New password must be at least 6 characters',
    'Please confirm your new password',
  ]) {
    await expect(dialog.getByText(message, { exact: true })).toBeVisible()
  }
  await field('Current Password').fill('not-my-password')
  await field('New Password').fill('back-nine-2026')
  await field('Confirm New Password').fill('back-nine-2027')
  await submitButton.click()
  await expect(dialog.getByText("Passwords don't match", { exact: true })).toBeVisible()
  await field('Confirm New Password').fill('back-nine-2026')
  await submitButton.click()
  await expect(toastsOn(page).getByText('Password Change Failed', { exact: true })).toBeVisible()
  await expect(field('Current Password')).toBeFocused()
  await expect(field('New Password')).toHaveValue('back-nine-2026')

  await field('Current Password').fill(PASSWORD)
  await submitButton.click()
  await expectToast(page, 'Password Changed', 'Your other devices have been signed out.')
  await expect(dialog).toBeHidden()
  await expect(otherPage.getByLabel('Email')).toBeVisible()
  await signIn(otherPage, owner.email, 'back-nine-2026')
  await expect(otherPage.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
})

test('changes the phone number and still shows it after a reload', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/profile` })
  const editButton = page.getByRole('button', { name: 'Edit phone' })
  const field = page.getByLabel('Phone Number')
  await editButton.click()
  await field.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Phone number is required', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('(403) 555-0199', { exact: true })).toBeVisible()

  await editButton.click()
  await field.fill('587-555-0123')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Save' }).click()
  await reloaded
  await expectToast(page, 'Phone Updated', 'Your phone number has been updated.')
  await expect(page.getByText('(587) 555-0123', { exact: true })).toBeVisible()
})

function countLiveStreams(page: Page): { openedCount: number; endedCount: number } {
  const streams = { openedCount: 0, endedCount: 0 }
  const isLive = (request: { url(): string }) => request.url().endsWith('/api/live')
  page.on('request', (request) => {
    if (isLive(request)) streams.openedCount += 1
  })
  for (const end of ['requestfinished', 'requestfailed'] as const) {
    page.on(end as 'requestfinished', (request) => {
      if (isLive(request)) streams.endedCount += 1
    })
  }
  return streams
}
