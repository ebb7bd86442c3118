import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const LONG_GROUP = 'The Honourable Company of Early Risers and Walkers'
const LONG_NAME = 'Maximiliana Featherstonehaugh-Cholmondeley von Hohenzollern'
const FUTURE_TIME = '2030-01-01T12:00:00.000Z'

const fakeInvitations = (page: Page) =>
  page.route('**/api/my-invitations', (route) =>
    route.fulfill({
      json: [
        { id: 1, groupName: 'Sunday Slicers', inviterName: 'Ann Lee', memberCount: 12 },
        { id: 2, groupName: LONG_GROUP, inviterName: LONG_NAME, memberCount: 1 },
      ].map((invitation) => ({ ...invitation, createdAt: FUTURE_TIME, expiresAt: FUTURE_TIME })),
    }),
  )

const fakeLink = (changes: object) => (page: Page) =>
  page.route('**/api/auth/welcome/*', (route) =>
    route.fulfill({
      json: {
        purpose: 'new-account',
        name: null,
        email: 'morgan.reid@club.example',
        groupName: 'Saturday Morning Golf',
        isInvitation: true,
        inviterName: 'Ann Lee',
        suggestedName: 'Morgan Reid',
        suggestedPhone: '403-555-0142',
        nameRequired: true,
        nextOpen: null,
        ...changes,
      },
    }),
  )

const nextOpen = {
  id: 1,
  course: 'Shaganappi Point',
  date: '2030-01-05',
  time: '08:12',
  openSpots: 3,
}

const linkWithLongNames = {
  nextOpen: { ...nextOpen, course: 'The Old Course at the Honourable Company of Early Risers' },
  groupName: LONG_GROUP,
  inviterName: LONG_NAME,
  suggestedName: LONG_NAME,
}

export const invitationScenes: readonly Scene[] = [
  {
    name: 'welcome-invitation',
    at: '/welcome/some-link',
    before: fakeLink({}),
    async arrive(page) {
      await page.getByRole('checkbox').check()
      await page.getByLabel('Phone (optional)').fill('')
      await page.getByLabel('New Password').fill('nineteenth-hole')
      await page.getByRole('button', { name: 'Accept Invitation' }).click()
      await page.getByText('Enter a number for texts, or uncheck the box below').waitFor()
    },
  },
  {
    name: 'welcome-invitation-open-spot',
    at: '/welcome/some-link',
    before: fakeLink({ nextOpen }),
    arrive: (page) => page.getByRole('button', { name: 'Join and Claim Spot' }).waitFor(),
  },
  {
    name: 'welcome-invitation-long-names',
    at: '/welcome/some-link',
    before: fakeLink(linkWithLongNames),
    arrive: waitForHeading(LONG_GROUP),
  },
  {
    name: 'welcome-signup',
    at: '/welcome/some-link',
    before: fakeLink({
      isInvitation: false,
      inviterName: null,
      suggestedName: null,
      suggestedPhone: null,
    }),
    arrive: waitForHeading('Saturday Morning Golf'),
  },
  {
    name: 'welcome-join-group',
    at: '/welcome/some-link',
    before: fakeLink({ ...linkWithLongNames, purpose: 'join-group' }),
    arrive: waitForHeading(LONG_GROUP),
  },
  {
    name: 'dashboard-invitations',
    as: ({ demoMember }) => demoMember,
    at: '/dashboard',
    before: fakeInvitations,
    arrive: waitForHeading('Invitations'),
  },
  {
    name: 'dashboard-invitations-alone',
    as: ({ golferWithoutGroup }) => golferWithoutGroup,
    at: '/dashboard',
    before: fakeInvitations,
    arrive: waitForHeading('No Groups Yet'),
  },
  {
    name: 'dashboard-invitations-failing',
    as: demoOwner,
    at: '/dashboard',
    before: (page) =>
      page.route('**/api/my-invitations', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: (page) => page.getByText("We couldn't load your invitations.").waitFor(),
  },
  {
    name: 'members-invited',
    as: demoOwner,
    at: `${demoPath}/members`,
    before: (page) =>
      page.route('**/members-with-roles', async (route) => {
        const rows = (await (await route.fetch()).json()) as object[]
        const row = {
          status: 'invited',
          phone: '403-555-0142',
          invitedAt: FUTURE_TIME,
          expiresAt: FUTURE_TIME,
        }
        await route.fulfill({
          json: [
            ...rows.slice(0, 2),
            { ...row, invitationId: 1, name: 'Bo Li', email: 'bo@club.example' },
            {
              ...row,
              invitationId: 2,
              name: LONG_NAME,
              email: 'm.f.c.v.hohenzollern@club.example',
            },
          ],
        })
      }),
    async arrive(page) {
      await page.getByRole('button', { name: 'Actions for Bo Li' }).click()
      await page.getByRole('menuitem', { name: 'Send again' }).waitFor()
    },
  },
  {
    name: 'profile-unconfirmed-phone',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/profile`,
    async before(page) {
      await page.route('**/api/auth/me', async (route) => {
        const me = (await (await route.fetch()).json()) as object
        await route.fulfill({ json: { ...me, phone: '403-555-0142', phoneConfirmed: false } })
      })
      await page.route('**/api/my-preferences', async (route) => {
        const preferences = (await (await route.fetch()).json()) as { texts: object }
        const texts = { ...preferences.texts, number: '+14035550142', status: 'none' }
        await route.fulfill({ json: { ...preferences, texts } })
      })
    },
    async arrive(page) {
      await page.getByRole('button', { name: 'Confirm phone' }).waitFor()
    },
  },
  {
    name: 'profile-edit-name',
    as: ({ demoMember }) => demoMember,
    at: `${demoPath}/profile`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Edit name' }).click()
      await page.getByLabel('Name', { exact: true }).waitFor()
    },
  },
]
