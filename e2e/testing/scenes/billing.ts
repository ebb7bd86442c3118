import type { GroupSummary } from '../../../contract/groups.ts'
import { demo, heading, member, type Scene } from '../scene.ts'

const DAY_MS = 86_400_000

export const billingScenes: readonly Scene[] = [
  {
    name: 'subscribe',
    as: member,
    at: `${demo}/subscribe`,
    arrive: (page) => page.getByText('Paying is not set up').waitFor(),
  },
  {
    name: 'subscribe-soon-over',
    as: member,
    at: '/subscribe',
    before: (page) =>
      page.route('**/api/my-groups', async (route) => {
        const groups = (await (await route.fetch()).json()) as GroupSummary[]
        const expiryDate = new Date(Date.now() + 4.5 * DAY_MS).toISOString()
        await route.fulfill({ json: groups.map((group) => ({ ...group, expiryDate })) })
      }),
    arrive: (page) => page.getByText('Paying is not set up').waitFor(),
  },
  {
    name: 'subscribe-loading',
    as: member,
    at: `${demo}/subscribe`,
    before: (page) => page.route(/\/api\/groups\/slug\/[^/]+$/, () => undefined),
    arrive: (page) => page.getByText('Loading the subscription').waitFor(),
  },
  {
    name: 'subscribe-failing',
    fleeting: true,
    as: member,
    at: `${demo}/subscribe`,
    before: (page) =>
      page.route('**/create-subscription', (route) => route.fulfill({ status: 503, json: {} })),
    async arrive(page) {
      await page.getByText('Failed to initialize subscription', { exact: true }).first().waitFor()
      await page.getByRole('button', { name: 'Try Again' }).waitFor()
    },
  },
  {
    name: 'subscribe-not-the-owner',
    as: ({ claimer }) => claimer,
    at: `${demo}/subscribe`,
    arrive: heading('Only the owner can subscribe'),
  },
  {
    name: 'subscribe-no-end-date',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}/subscribe`,
    arrive: heading('No End Date'),
  },
  {
    name: 'subscribe-no-trial',
    as: ({ loner }) => loner,
    at: '/subscribe',
    arrive: heading('No Trial Group Found'),
  },
]
