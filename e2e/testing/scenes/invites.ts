import type { Page } from '@playwright/test'
import { type Scene, waitForHeading } from '../scene.ts'
import type { Cast } from '../test-groups.ts'

const owner = ({ invitingGroup }: Cast) => invitingGroup.owner
const membersPath = ({ invitingGroup }: Cast) => `/${invitingGroup.slug}/members`
const invitePath = ({ invitingGroup }: Cast) => `/invite/${invitingGroup.token}`

async function openLinks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('img', { name: 'QR code for the invite link' }).waitFor()
}

export const inviteScenes: readonly Scene[] = [
  {
    name: 'join-requests',
    as: owner,
    at: membersPath,
    arrive: (page) => page.getByText('Quinn Keen').waitFor(),
  },
  {
    name: 'join-requests-failing',
    as: owner,
    at: membersPath,
    before: (page) =>
      page.route('**/requests', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: (page) => page.getByText("We couldn't load the join requests.").waitFor(),
  },
  {
    name: 'invite-link-code',
    as: owner,
    at: membersPath,
    arrive: openLinks,
  },
  {
    name: 'invite-link-revoking',
    as: owner,
    at: membersPath,
    async arrive(page) {
      await openLinks(page)
      await page.getByRole('button', { name: 'Turn Off Link' }).click()
      await page.getByText('Turn off this link?').waitFor()
    },
  },
  {
    name: 'invite-visitor',
    isFast: true,
    at: invitePath,
    async arrive(page) {
      await page.getByRole('button', { name: 'Ask to Join' }).click()
      await page.getByText('Invalid email address').waitFor()
    },
  },
  {
    name: 'invite-visitor-sent',
    at: invitePath,
    before: (page) => fakeRequest(page, 'requested'),
    async arrive(page) {
      await page.getByLabel('Name').fill('Vic Visitor')
      await page.getByLabel('Email').fill('vic@club.example')
      await page.getByLabel('Phone').fill('403-555-0142')
      await page.getByRole('button', { name: 'Ask to Join' }).click()
      await page.getByRole('heading', { name: 'Request Sent' }).waitFor()
    },
  },
  {
    name: 'invite-open-visitor',
    at: invitePath,
    before: fakeLinkWithoutApproval,
    arrive: (page) => page.getByRole('button', { name: 'Join Group' }).waitFor(),
  },
  {
    name: 'invite-open-visitor-sent',
    at: invitePath,
    async before(page) {
      await fakeLinkWithoutApproval(page)
      await fakeRequest(page, 'invited')
    },
    async arrive(page) {
      await page.getByLabel('Name').fill('Vic Visitor')
      await page.getByLabel('Email').fill('vic@club.example')
      await page.getByRole('button', { name: 'Join Group' }).click()
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    },
  },
  {
    name: 'invite-open-golfer',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: invitePath,
    before: fakeLinkWithoutApproval,
    arrive: (page) => page.getByText("You're joining as Lone Wolf").waitFor(),
  },
  {
    name: 'invite-golfer',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: invitePath,
    arrive: waitForRequestForm,
  },
  {
    name: 'invite-sent',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: invitePath,
    before: (page) => fakeRequest(page, 'requested'),
    async arrive(page) {
      await waitForRequestForm(page)
      await page.getByRole('button', { name: 'Ask to Join' }).click()
      await page.getByRole('heading', { name: 'Request Sent' }).waitFor()
    },
  },
  { name: 'invite-member', as: owner, at: invitePath, arrive: waitForHeading("You're a Member") },
  {
    name: 'invite-dead',
    at: '/invite/no-such-link',
    arrive: waitForHeading("This invite link doesn't work"),
  },
]

/** Fakes the response to a join request, because a real request would appear in other scenes. */
function fakeRequest(page: Page, status: 'requested' | 'invited'): Promise<unknown> {
  return page.route('**/requests', (route) => route.fulfill({ json: { message: 'Sent', status } }))
}

function fakeLinkWithoutApproval(page: Page): Promise<unknown> {
  return page.route(/\/api\/invites\/[^/]+$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), joinsWithoutApproval: true } })
  })
}

async function waitForRequestForm(page: Page): Promise<void> {
  await page.getByText("You're asking to join as Lone Wolf").waitFor()
}
