import { demoOwner, demoPath, type Scene, waitForHeading, waitForToast } from '../scene.ts'

export const sessionScenes: readonly Scene[] = [
  { name: 'login', isFast: true, at: '/login', arrive: waitForHeading('Fourball') },
  {
    name: 'login-errors',
    at: demoPath,
    async arrive(page) {
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByText('Password is required').waitFor()
    },
  },
  {
    name: 'login-failed',
    at: '/login',
    async arrive(page) {
      await page.getByLabel('Email').fill('nobody@demo.fourball')
      await page.getByLabel('Password', { exact: true }).fill('wrong')
      await page.getByRole('button', { name: 'Sign In' }).click()
      await waitForToast(page, 'Login Failed')
    },
  },
  { name: 'super-admin-login', at: '/super-admin-login', arrive: waitForHeading('Super Admin') },
  {
    name: 'toast',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/profile`,
    // Fake the logout, because other scenes need the session.
    before: (page) => page.route('**/logout', (route) => route.fulfill({ json: {} })),
    async arrive(page) {
      await page.getByRole('button', { name: 'Logout' }).click()
      await waitForToast(page, 'Logged Out')
      await page.getByLabel('Email').waitFor()
    },
  },
  {
    name: 'change-password',
    as: demoOwner,
    at: `${demoPath}/profile`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Change Password' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change Password' })
      await dialog.getByRole('button', { name: 'Change Password' }).click()
      await page.getByText('Current password is required').waitFor()
    },
  },
]
