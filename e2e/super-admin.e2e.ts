import { expect, test } from './testing/journey.ts'
import { dateIn, expectToast, signIn, toastsOn } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'

test('creates a group for a customer, then deactivates and activates it while members have it open', {
  tag: '@thorough',
}, async ({ testServer, cast, phones }) => {
  const page = await phones.open({ as: cast.superAdmin, at: '/admin' })
  await page.getByRole('button', { name: 'Create Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Group' })
  const createButton = dialog.getByRole('button', { name: 'Create Group' })
  await createButton.click()
  await expect(dialog.getByText('Group name is required', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Admin name is required', { exact: true })).toBeVisible()
  const owner = await testServer.make.golfer({ name: 'Connie Customer' })
  await dialog.getByLabel('Group Name').fill('Customers of Golf')
  await expect(dialog.getByLabel('Custom URL')).toHaveValue('customers-of-golf')
  await dialog.getByLabel('Admin Name').fill('Connie Customer')
  await dialog.getByLabel('Admin Email').fill(owner.email)
  await dialog.getByLabel('Admin Phone').fill('403-555-0144')
  await createButton.click()
  await expectToast(
    page,
    'Group Created Successfully!',
    `Customers of Golf belongs to ${owner.email}.`,
  )
  await expect(dialog).toBeHidden()

  await page.getByLabel('Search groups').fill('customers of')
  await expect(page).toHaveURL(/search=customers\+of/)
  const row = page.getByRole('listitem').filter({ hasText: '/customers-of-golf' })
  await expect(row).toContainText('Owned by Connie Customer · 1 member · No Expiry')
  await expect(page.getByRole('status').filter({ hasText: /^1 group$/ })).toBeVisible()
  await expect(page.getByLabel('Search groups')).toBeFocused()

  const ownerPage = await phones.open({ as: owner, at: '/customers-of-golf' })
  await expect(ownerPage.getByRole('heading', { name: 'Customers of Golf' })).toBeVisible()
  await row.getByRole('radio', { name: 'Inactive' }).check()
  await expectToast(page, 'Group Deactivated', 'Customers of Golf is now inactive.')
  await expect(ownerPage.getByRole('heading', { name: 'This group is turned off' })).toBeVisible()
  await row.getByRole('radio', { name: 'Active', exact: true }).check()
  await expectToast(page, 'Group Activated', 'Customers of Golf is now active.')
  await expect(ownerPage.getByRole('heading', { name: 'Customers of Golf' })).toBeVisible()

  // Another super admin activates the group again before the list is refetched.
  await page.route(
    '**/toggle-active',
    async (route) => {
      const response = await route.fetch()
      await testServer.db.$client.query(
        `update groups set is_active = true where slug = 'customers-of-golf'`,
      )
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await row.getByRole('radio', { name: 'Inactive' }).click()
  await expectToast(page, 'Group Deactivated', 'Customers of Golf is now inactive.')
  await expect(row.getByRole('radio', { name: 'Active', exact: true })).toBeChecked()

  await page.reload()
  await expect(page.getByLabel('Search groups')).toHaveValue('customers of')
  await row.getByRole('link', { name: 'View Customers of Golf' }).click()
  await expect(page.getByText("You're viewing this group as a super admin.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toHaveCount(0)
})

test('sets and clears an expiry date, and deletes a group while members have it open', {
  tag: '@thorough',
}, async ({ testServer, cast, phones }) => {
  const group = await testServer.make.group({ name: 'Fading Fairways' })
  const member = await testServer.make.member(group)
  const page = await phones.open({
    as: cast.superAdmin,
    at: `/super-admin?table=groups&search=${group.slug}`,
    viewport: { width: 1280, height: 800 },
  })
  const row = page.getByRole('row').filter({ hasText: 'Fading Fairways' })
  await expect(row).toContainText('No Expiry')
  const dialog = page.getByRole('dialog', { name: 'Edit Expiry' })
  for (const [date, shown] of [
    [dateIn(5), /[56] days left/],
    ['', /No Expiry/],
  ] as const) {
    await row.getByRole('button', { name: /^Expiry/ }).click()
    await dialog.getByLabel('Expiry Date').fill(date)
    await dialog.getByRole('button', { name: 'Save Expiry' }).click()
    await expect(toastsOn(page).getByText('Expiry Updated', { exact: true })).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText(shown)
  }

  const memberPage = await phones.open({ as: member, at: `/${group.slug}` })
  await expect(memberPage.getByRole('heading', { name: 'Fading Fairways' })).toBeVisible()
  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete this group?' })
  await question.getByRole('button', { name: 'Delete Group' }).click()
  await expect(question.getByText(`Type ${group.slug} to delete the group`)).toBeVisible()
  await question.getByLabel(`Type ${group.slug} to Confirm`).fill(group.slug)
  await question.getByRole('button', { name: 'Delete Group' }).click()
  await expectToast(page, 'Group Deleted', 'Fading Fairways has been deleted.')
  await expect(page.getByRole('heading', { name: 'No Groups Found' })).toBeVisible()
  await expect(memberPage.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()

  await page.getByRole('link', { name: 'Audit Log' }).click()
  await page.getByLabel('Search entries').fill('fading')
  await expect(page.getByText('deleted the group Fading Fairways.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'changed the expiry' })).toHaveCount(2)
})

test('signs a user out by resetting the password, and deletes a user', {
  tag: '@thorough',
}, async ({ testServer, cast, phones }) => {
  const group = await testServer.make.group({ name: 'Second Chance' })
  const golfer = await testServer.make.golfer({ name: 'Lex Locked-Out', password: PASSWORD })
  await testServer.make.member(group, { golfer })
  const golferPage = await phones.open({ as: golfer, at: `/${group.slug}` })
  await expect(golferPage.getByRole('heading', { name: 'Second Chance' })).toBeVisible()
  const page = await phones.open({ as: cast.superAdmin, at: '/super-admin?search=locked-out' })
  const row = page.getByRole('row').filter({ hasText: golfer.email })
  await row.getByRole('button', { name: /^Reset/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset Password' })
  await dialog.getByLabel('New Password').fill('12345')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(
    dialog.getByText('Password must be at least 6 characters', { exact: true }),
  ).toBeVisible()
  await dialog.getByLabel('New Password').fill('back-nine-2026')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(toastsOn(page).getByText('Password Reset', { exact: true })).toBeVisible()
  await expect(golferPage.getByLabel('Email')).toBeVisible()
  await signIn(golferPage, golfer.email, PASSWORD)
  await expectToast(golferPage, 'Login Failed', 'Invalid email or password.')
  await signIn(golferPage, golfer.email, 'back-nine-2026')
  await expect(
    golferPage.getByRole('heading', { name: 'Second Chance', exact: true }),
  ).toBeVisible()

  await row.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete this user?' })
  await question.getByRole('button', { name: 'Delete User' }).click()
  await expectToast(page, 'User Deleted', 'Lex Locked-Out has been deleted.')
  await expect(page.getByRole('heading', { name: 'No Users Found' })).toBeVisible()
  await expect(golferPage.getByLabel('Email')).toBeVisible()
})

test('shows the super admin login after a refused call and after a logout', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const superAdmin = await testServer.make.golfer({ password: PASSWORD, isSuperAdmin: true })
  const golfer = await testServer.make.golfer()
  for (const as of [undefined, golfer]) {
    const page = await phones.open({ as, at: '/super-admin' })
    await expect(page).toHaveURL('/super-admin-login')
    await expect(page.getByRole('heading', { name: 'Super Admin' })).toBeVisible()
  }
  const refusedPage = await phones.open({ as: golfer, at: '/admin' })
  await refusedPage.getByRole('link', { name: 'Go to My Golf' }).click()
  await expect(refusedPage).toHaveURL('/dashboard')

  const page = await phones.open({ at: '/super-admin-login' })
  await signIn(page, superAdmin.email, PASSWORD)
  await expect(page).toHaveURL('/super-admin')
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(page.getByText('Test mode: no card is charged.').first()).toBeVisible()
  const firstRow = page.getByRole('row').filter({ visible: true }).first()
  await expect(firstRow, 'the list starts on the first screen').toBeInViewport()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/super-admin-login')
  await expect(toastsOn(page).getByText('Logged Out', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('sessionId'))).toBeNull()
})
