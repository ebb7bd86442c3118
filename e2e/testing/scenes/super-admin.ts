import type { Page } from '@playwright/test'
import { demoOwner, type Scene, waitForHeading } from '../scene.ts'
import type { Cast } from '../test-groups.ts'

const superAdmin = (cast: Cast) => cast.superAdmin

const waitForRows = async (page: Page) => {
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.getByRole('definition').filter({ hasText: /\d/ }).first().waitFor()
}

const openDialog = (button: RegExp, dialog: string) => async (page: Page) => {
  await waitForRows(page)
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog', { name: dialog }).waitFor()
}

export const superAdminScenes: readonly Scene[] = [
  { name: 'admin', isFast: true, as: superAdmin, at: '/admin', arrive: waitForRows },
  {
    name: 'admin-create-group',
    as: superAdmin,
    at: '/admin',
    arrive: openDialog(/^Create Group$/, 'Create Group'),
  },
  {
    name: 'admin-refused',
    as: demoOwner,
    at: '/admin',
    arrive: waitForHeading('This page is for super admins'),
  },
  {
    name: 'super-admin-users',
    as: superAdmin,
    at: '/super-admin',
    arrive: waitForRows,
  },
  {
    name: 'super-admin-groups',
    isFast: true,
    as: superAdmin,
    at: '/super-admin?table=groups',
    arrive: waitForRows,
  },
  {
    name: 'super-admin-memberships',
    as: superAdmin,
    at: '/super-admin?table=memberships',
    arrive: waitForRows,
  },
  {
    name: 'super-admin-audit-log',
    as: superAdmin,
    at: '/super-admin?table=audit-log',
    arrive: waitForRows,
  },
  {
    name: 'super-admin-nothing-found',
    as: superAdmin,
    at: '/super-admin?search=nobody-has-this',
    arrive: waitForHeading('No Users Found'),
  },
  {
    name: 'super-admin-failing',
    as: superAdmin,
    at: '/super-admin?table=groups',
    before: (page) =>
      page.route('**/api/super-admin/groups*', (route) =>
        route.fulfill({
          status: 503,
          json: { message: 'Fourball is not available for a moment.', code: 'UNAVAILABLE' },
        }),
      ),
    arrive: waitForHeading("We couldn't load the groups"),
  },
  {
    name: 'super-admin-reset-password',
    as: superAdmin,
    at: '/super-admin',
    arrive: openDialog(/^Reset/, 'Reset Password'),
  },
  {
    name: 'super-admin-expiry',
    as: superAdmin,
    at: '/super-admin?table=groups',
    arrive: openDialog(/^Expiry/, 'Edit Expiry'),
  },
  {
    name: 'super-admin-delete-group',
    as: superAdmin,
    at: '/super-admin?table=groups&search=honourable',
    arrive: openDialog(/^Delete/, 'Delete this group?'),
  },
]
