import { type Scene, waitForHeading } from '../scene.ts'
import type { Cast } from '../test-groups.ts'

const superAdmin = (cast: Cast) => cast.superAdmin

const months = Array.from({ length: 12 }, (_, n) => ({
  month: `2026-${String(n + 1).padStart(2, '0')}`,
  amount: 0,
  payments: 0,
}))

export const revenueScenes: readonly Scene[] = [
  {
    name: 'super-admin-payments-off',
    as: superAdmin,
    at: '/super-admin',
    before: (page) =>
      page.route('**/api/super-admin/revenue', (route) =>
        route.fulfill({
          json: { paid: 0, trial: 4, pastDue: 0, expired: 0, months, payments: 'off' },
        }),
      ),
    async arrive(page) {
      await page.getByRole('button', { name: /^Payments.*Payments are off/ }).click()
      await waitForHeading('No Payments Yet')(page)
    },
  },
  {
    name: 'super-admin-group-payments',
    as: superAdmin,
    at: '/super-admin?table=groups&search=honourable',
    arrive: async (page) => {
      await page.getByRole('button', { name: /^Payments for The Honourable/ }).click()
      await page.getByText('Partly refunded').waitFor()
    },
  },
]
