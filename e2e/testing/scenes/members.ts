import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const inDemo = { as: demoOwner, at: `${demoPath}/members` } as const

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Actions for Theo Lindqvist' }).click()
  await page.getByRole('menu').waitFor()
}

export const memberScenes: readonly Scene[] = [
  {
    ...inDemo,
    name: 'members',
    isFast: true,
    arrive: (page) => page.getByText('Theo Lindqvist').waitFor(),
  },
  {
    name: 'members-as-member',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/members`,
    arrive: (page) => page.getByRole('button', { name: 'Leave Group' }).waitFor(),
  },
  {
    ...inDemo,
    name: 'members-loading',
    before: (page) => page.route('**/members-with-roles', () => undefined),
    arrive: waitForHeading('Group Members'),
  },
  {
    ...inDemo,
    name: 'members-failing',
    before: (page) =>
      page.route('**/members-with-roles', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: waitForHeading("We couldn't load the members"),
  },
  { ...inDemo, name: 'member-menu', arrive: openMenu },
  {
    ...inDemo,
    name: 'remove-member',
    async arrive(page) {
      await openMenu(page)
      await page.getByRole('menuitem', { name: 'Remove from group' }).click()
      await page.getByRole('dialog', { name: 'Remove this member?' }).waitFor()
    },
  },
  {
    name: 'leave-group',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/members`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Leave Group' }).click()
      await page.getByRole('dialog', { name: 'Leave this group?' }).waitFor()
    },
  },
  {
    name: 'members-alone',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/members`,
    arrive: waitForHeading('No Members Yet'),
  },
  {
    name: 'add-member',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: ({ emptyGroup }) => `/${emptyGroup.slug}/members`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Invite First Member' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add Member' })
      await dialog.getByRole('button', { name: 'Create Another Link' }).waitFor()
      await dialog.getByRole('button', { name: 'Add Member' }).click()
      await page.getByText('Invalid email address').waitFor()
    },
  },
  {
    name: 'about-group',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/members`,
    async arrive(page) {
      await page.getByRole('button', { name: 'About This Group' }).click()
      await page.getByText('Only the group owner can modify group settings.').waitFor()
    },
  },
  {
    name: 'members-expired',
    as: ({ invitingGroup }) => invitingGroup.owner,
    at: ({ invitingGroup }) => `/${invitingGroup.slug}/members`,
    before: (page) =>
      page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
        const answer = await route.fetch()
        await route.fulfill({
          json: { ...(await answer.json()), expiryDate: '2026-01-01T00:00:00Z' },
        })
      }),
    arrive: (page) => page.getByText('Invitations and approvals are paused until').waitFor(),
  },
  {
    name: 'long-names-members',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}/members`,
    arrive: (page) => page.getByText('Bo Li').waitFor(),
  },
]
