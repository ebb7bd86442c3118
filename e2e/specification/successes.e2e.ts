import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, DEMO_SUPER_ADMIN } from '../../tools/demo/seed-demo.ts'
import {
  addMember,
  COURSE,
  cancel,
  changePassword,
  changeSettings,
  claim,
  createGroup,
  leave,
  logInAs,
  postTeeTime,
  removeMember,
  signUp,
  transferOwnership,
  updatePhone,
} from '../testing/actions.ts'
import { expect, test } from '../testing/journey.ts'
import { expectToast, toastsOn } from '../testing/screen-parts.ts'
import {
  clearExpiry,
  createCustomerGroup,
  deleteGroup,
  deleteUser,
  resetPassword,
  switchStatusTo,
} from '../testing/super-admin-actions.ts'

/** Section 8 of the specification: the toast of each success, after a real action. */

const PASSWORD = 'nineteenth-hole'

async function expectTitle(page: Page, title: string): Promise<void> {
  await expect(toastsOn(page).getByText(title, { exact: true })).toBeVisible()
  await expect(toastsOn(page)).toHaveCount(1)
}

test('Spot Claimed!, Spot Released!, Tee Time Cancelled, Tee Time Posted!', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group, { course: COURSE })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await claim(page)
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  // For a moment after the claim, 'Leave Spot' ignores taps.
  await page.waitForTimeout(750)
  await leave(page)
  await expectToast(page, 'Spot Released!', "You've successfully left this tee time.")
  await cancel(page)
  await expectToast(page, 'Tee Time Cancelled', 'The tee time has been successfully cancelled.')
  await postTeeTime(page)
  await expectToast(
    page,
    'Tee Time Posted!',
    'Your tee time has been successfully posted to the group.',
  )
})

test('Member Added, Group Updated, Ownership Transferred', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  await testServer.make.member(group)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  await addMember(page)
  await expectTitle(page, 'Member Added')
  await changeSettings(page)
  await expectTitle(page, 'Group Updated')
  await transferOwnership(page)
  await expectTitle(page, 'Ownership Transferred')
})

test('Member Removed', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.member(group)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  await removeMember(page)
  await expectTitle(page, 'Member Removed')
  await expect(page.getByRole('heading', { name: 'No Members Yet' })).toBeVisible()
})

test('Phone Updated, Password Changed, Logged Out', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({ owner })
  const page = await phones.open({ as: owner, at: `/${group.slug}/profile` })
  const reloaded = page.waitForEvent('load')
  await updatePhone(page)
  await reloaded
  await expectTitle(page, 'Phone Updated')
  await changePassword(PASSWORD, 'back-nine-2026')(page)
  await expectTitle(page, 'Password Changed')
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectTitle(page, 'Logged Out')
})

test('Group Created!', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const page = await phones.open({ as: await testServer.make.golfer(), at: '/create-group' })
  await createGroup(page)
  await expectTitle(page, 'Group Created!')
})

test('Super Admin Access Granted', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open({ at: '/super-admin-login' })
  await logInAs(DEMO_SUPER_ADMIN, DEMO_PASSWORD)(page)
  await expectTitle(page, 'Super Admin Access Granted')
})

test('Payment Successful: the page the payment provider returns to', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}?payment=success` })
  await expectTitle(page, 'Payment Successful')
  await expect(page).toHaveURL(`/${group.slug}`)
})

test('shows success screens for the trial and the purchase', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ at: '/' })
  await signUp('Start Free Trial')(page)
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await page.route('**/sandbox/checkout/*', (route) => route.fulfill({ status: 204 }))
  await page.goto('/purchase')
  await signUp('Buy Now')(page)
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible()
})

test('Group Created Successfully!, Group Deactivated, Group Activated', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const as = await testServer.make.golfer({ isSuperAdmin: true })
  const page = await phones.open({ as, at: `/admin?search=${group.slug}` })
  await createCustomerGroup(page)
  await expectTitle(page, 'Group Created Successfully!')
  await switchStatusTo('Inactive')(page)
  await expectTitle(page, 'Group Deactivated')
  await switchStatusTo('Active')(page)
  await expectTitle(page, 'Group Activated')
})

test('Expiry Updated, Group Deleted', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const { slug } = await testServer.make.group()
  const as = await testServer.make.golfer({ isSuperAdmin: true })
  const page = await phones.open({ as, at: `/super-admin?table=groups&search=${slug}` })
  await clearExpiry(page)
  await expectTitle(page, 'Expiry Updated')
  await expect(page.getByText('No Expiry', { exact: true })).toBeVisible()
  await deleteGroup(page, slug)
  await expectTitle(page, 'Group Deleted')
})

test('Password Reset, User Deleted', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const { email } = await testServer.make.golfer()
  const as = await testServer.make.golfer({ isSuperAdmin: true })
  const at = `/super-admin?table=users&search=${encodeURIComponent(email)}`
  const page = await phones.open({ as, at })
  await resetPassword(page)
  await expectTitle(page, 'Password Reset')
  await deleteUser(page)
  await expectTitle(page, 'User Deleted')
})
