import { DEMO_GOLFERS } from '../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG, DEMO_SUPER_ADMIN } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast, signIn } from './testing/screen-parts.ts'

const [{ email, name }] = DEMO_GOLFERS

test('explains why a login failed and accepts a correct one', async ({ phones }) => {
  const page = await phones.open({ at: '/login' })
  await expect(page.getByRole('heading', { name: 'Fourball' })).toBeVisible()

  await signIn(page, email, 'no-such-password')
  await expectToast(page, 'Login Failed', 'Invalid email or password.')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toBeFocused()
  await expect(password).toHaveAccessibleDescription('Invalid email or password.')
  await password.pressSequentially('x')
  await expect(password).toHaveAccessibleDescription('')

  await signIn(page, 'nobody@demo.fourball', DEMO_PASSWORD)
  // Check the field first: the toast may still be from the first attempt.
  await expect(password).toHaveAccessibleDescription('Invalid email or password.')
  await expectToast(page, 'Login Failed', 'Invalid email or password.')
  await expect(page).toHaveURL('/login')

  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL('/dashboard')
  const groups = page.getByRole('region', { name: 'My Groups' })
  await groups.getByRole('link', { name: /Saturday Morning Golf/ }).click()
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test('shows errors next to their fields', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open({ at: '/login' })
  const loginButton = page.getByRole('button', { name: 'Sign In' })
  await loginButton.click()
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address')

  await page.getByLabel('Email').fill('someone@club')
  await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await expect(page.getByText('Invalid email address', { exact: true })).toBeHidden()
  await loginButton.click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test('shows and hides the password', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open({ at: '/login' })
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('fairway')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('fairway')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('leads visitors from the landing page to the login, and golfers to their group', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const visitorPage = await phones.open({ at: '/' })
  await visitorPage.getByRole('link', { name: 'Sign In' }).click()
  await expect(visitorPage).toHaveURL('/login')

  const group = await testServer.make.group()
  const golferPage = await phones.open({ as: group.owner, at: '/' })
  await expect(golferPage).toHaveURL(`/${group.slug}`)
  await golferPage.goto('/members')
  await expect(golferPage).toHaveURL(`/${group.slug}/members`)
  await golferPage.goto('/profile')
  await expect(golferPage).toHaveURL(`/${group.slug}/profile`)
  await golferPage.goto('/login')
  await expect(golferPage).toHaveURL('/dashboard')
})

test('shows a golfer without a group how to join one', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const page = await phones.open({ as: await testServer.make.golfer(), at: '/' })
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'No Groups Yet' })).toBeVisible()
  await expect(page.getByText("Ask your group's owner to add you")).toBeVisible()
})

test('offers super admins their own login', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open({ at: '/super-admin-login' })
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByText('Please enter a valid email', { exact: true })).toBeVisible()
  await expect(page.getByText('Password is required', { exact: true })).toBeVisible()

  await signIn(page, email, DEMO_PASSWORD)
  await expectToast(page, 'Access Denied', 'Invalid super admin credentials.')

  await signIn(page, DEMO_SUPER_ADMIN, DEMO_PASSWORD)
  await expect(page.getByText('Super Admin Access Granted', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/super-admin')
  await page.goto(`/${DEMO_SLUG}`)
  await expect(page.getByRole('heading', { name: 'Saturday Morning Golf' })).toBeVisible()
})
