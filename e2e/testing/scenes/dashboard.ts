import type { Page } from '@playwright/test'
import type { GroupSummary } from '../../../contract/groups.ts'
import type { TeeTimeInGroup } from '../../../contract/tee-times.ts'
import { demoOwner, type Scene, waitForHeading } from '../scene.ts'
import { dateIn } from '../screen-parts.ts'

const DAY_MS = 86_400_000

interface MyTeeTimes {
  rounds: TeeTimeInGroup[]
  openSpots: TeeTimeInGroup[]
}

async function fakeFullDashboard(page: Page): Promise<void> {
  await page.route('**/api/my-tee-times', async (route) => {
    const { rounds } = (await (await route.fetch()).json()) as MyTeeTimes
    const [first] = rounds
    if (first) {
      Object.assign(first, { isToday: true, teeTime: { ...first.teeTime, date: dateIn(0) } })
    }
    const openSpots = rounds.map((round) => ({
      ...round,
      teeTime: {
        ...round.teeTime,
        id: round.teeTime.id + 1_000_000,
        participants: round.teeTime.participants.slice(1),
        availableSpots: 1,
      },
    }))
    await route.fulfill({ json: { rounds, openSpots } })
  })
  await page.route('**/api/my-groups', async (route) => {
    const [group] = (await (await route.fetch()).json()) as GroupSummary[]
    const expiresIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const statuses = [
      { expiryDate: expiresIn(3) },
      { expiryDate: expiresIn(-3), ownerId: 1_000_000 },
      { isActive: false, ownerId: 1_000_000 },
    ]
    const json = statuses.map((status, index) => ({ ...group, ...status, id: index + 1 }))
    await route.fulfill({ json })
  })
}

/** Fakes groups that have all expired, as if they expired after the open spots had loaded. */
const fakeExpiredGroups = (page: Page) =>
  page.route('**/api/my-groups', async (route) => {
    const groups = (await (await route.fetch()).json()) as GroupSummary[]
    const expiryDate = new Date(Date.now() - DAY_MS).toISOString()
    await route.fulfill({ json: groups.map((group) => ({ ...group, expiryDate, renews: false })) })
  })

export const dashboardScenes: readonly Scene[] = [
  {
    name: 'dashboard',
    isFast: true,
    as: ({ demoMember }) => demoMember,
    at: '/dashboard',
    arrive: (page) => page.getByRole('button', { name: 'Claim Spot' }).first().waitFor(),
  },
  {
    name: 'dashboard-long-names',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: '/dashboard',
    before: fakeFullDashboard,
    arrive: waitForHeading('My Groups'),
  },
  {
    name: 'dashboard-paused',
    as: ({ demoMember }) => demoMember,
    at: '/dashboard',
    before: fakeExpiredGroups,
    arrive: (page) =>
      page
        .getByText(/^No one can claim spots in .* until/)
        .first()
        .waitFor(),
  },
  {
    name: 'dashboard-nothing-planned',
    as: ({ emptyGroup }) => emptyGroup.owner,
    at: '/dashboard',
    arrive: waitForHeading('Nothing Planned Yet'),
  },
  {
    name: 'dashboard-empty',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/dashboard',
    arrive: waitForHeading('No Groups Yet'),
  },
  {
    name: 'dashboard-loading',
    as: demoOwner,
    at: '/dashboard',
    before: (page) => page.route('**/api/my-tee-times', () => undefined),
    arrive: (page) => page.getByText('Loading your rounds and groups').waitFor(),
  },
  {
    name: 'dashboard-failing',
    as: demoOwner,
    at: '/dashboard',
    before: (page) =>
      page.route('**/api/my-tee-times', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: waitForHeading("We couldn't load your tee times"),
  },
]
