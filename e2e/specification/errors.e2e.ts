import type { Page } from '@playwright/test'
import type { TestGolfer, TestGroup } from '../../server/testing/factories.ts'
import {
  addMember,
  COURSE,
  cancel,
  changePassword,
  changeSettings,
  claim,
  createGroup,
  leave,
  logInAs,
  postTeeTime,
  removeMember,
  signUp,
  transferOwnership,
  updatePhone,
} from '../testing/deeds.ts'
import { expect, test } from '../testing/journey.ts'
import { expectToast, toastsOn } from '../testing/screen-parts.ts'
import {
  clearExpiry,
  createCustomerGroup,
  deleteGroup,
  deleteUser,
  resetPassword,
  switchTo,
} from '../testing/super-admin-deeds.ts'

/**
 * Section 8 of the specification: each failure with its title, and with the fallback where the
 * server says nothing. 'Payment Failed' comes with the card provider.
 */

const OUR_WORDS = 'The greenkeeper says no.'

/** A group with a second member, and one tee time that its owner posted. */
interface Stage {
  readonly group: TestGroup
  readonly member: TestGolfer
  readonly superAdmin: TestGolfer
}

interface Row {
  readonly title: string
  readonly fallback: string
  /** The call that fails: its method and the end of its address. */
  readonly call: readonly [method: string, path: RegExp]
  /** Nobody is signed in where left out. */
  readonly as?: (stage: Stage) => TestGolfer
  readonly at: string | ((stage: Stage) => string)
  readonly deed: (page: Page, stage: Stage) => Promise<void>
  /** The owner plays in the tee time. */
  readonly playing?: true
}

const owner = ({ group }: Stage) => group.owner
const home = ({ group }: Stage) => `/${group.slug}`
const members = ({ group }: Stage) => `/${group.slug}/members`
const profile = ({ group }: Stage) => `/${group.slug}/profile`

const superAdmin = (stage: Stage) => stage.superAdmin
const table = (of: 'users' | 'groups') => (stage: Stage) =>
  `/super-admin?table=${of}&search=${encodeURIComponent(of === 'users' ? stage.member.email : stage.group.slug)}`
const adminPage = ({ group }: Stage) => `/admin?search=${group.slug}`

const ROWS: readonly Row[] = [
  {
    title: 'Failed to Claim Spot',
    fallback: 'An error occurred while claiming the spot.',
    call: ['POST', /\/claim$/],
    as: owner,
    at: home,
    deed: claim,
  },
  {
    title: 'Failed to Leave',
    fallback: 'An error occurred while leaving the tee time.',
    call: ['POST', /\/unclaim$/],
    as: owner,
    at: home,
    deed: leave,
    playing: true,
  },
  {
    title: 'Failed to Cancel',
    fallback: 'An error occurred while cancelling the tee time.',
    call: ['DELETE', /\/api\/tee-times\/\d+$/],
    as: owner,
    at: home,
    deed: cancel,
  },
  {
    title: 'Failed to Post Tee Time',
    fallback: 'An error occurred while posting the tee time.',
    call: ['POST', /\/api\/tee-times$/],
    as: owner,
    at: home,
    deed: postTeeTime,
  },
  {
    title: 'Login Failed',
    fallback: 'Invalid email or password.',
    call: ['POST', /\/api\/auth\/login$/],
    at: '/login',
    deed: logInAs('morgan@club.example', 'no-such-password'),
  },
  {
    title: 'Access Denied',
    fallback: 'Invalid super admin credentials.',
    call: ['POST', /\/api\/admin\/login$/],
    at: '/super-admin-login',
    deed: logInAs('morgan@club.example', 'no-such-password'),
  },
  {
    title: 'Failed to Update Group',
    fallback: 'An error occurred while updating the group.',
    call: ['PATCH', /\/name$/],
    as: owner,
    at: members,
    deed: changeSettings,
  },
  {
    title: 'Failed to Transfer Ownership',
    fallback: 'An error occurred while transferring ownership.',
    call: ['POST', /\/transfer-ownership$/],
    as: owner,
    at: members,
    deed: transferOwnership,
  },
  {
    title: 'Failed to Add Member',
    fallback: 'An error occurred while adding the member.',
    call: ['POST', /\/members$/],
    as: owner,
    at: members,
    deed: addMember,
  },
  {
    title: 'Failed to Remove Member',
    fallback: 'An error occurred while removing the member.',
    call: ['DELETE', /\/members\/\d+$/],
    as: owner,
    at: members,
    deed: removeMember,
  },
  {
    title: 'Password Change Failed',
    fallback: 'Failed to change password. Please try again.',
    call: ['POST', /\/change-password$/],
    as: owner,
    at: profile,
    deed: changePassword('nineteenth-hole', 'back-nine-2026'),
  },
  {
    title: 'Update Failed',
    fallback: 'Failed to update phone number. Please try again.',
    call: ['PUT', /\/update-phone$/],
    as: owner,
    at: profile,
    deed: updatePhone,
  },
  {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
    call: ['POST', /\/api\/groups$/],
    as: owner,
    at: '/create-group',
    deed: createGroup,
  },
  {
    title: 'Failed to Create Group',
    fallback: 'An error occurred while creating the group.',
    call: ['POST', /\/api\/admin\/groups$/],
    as: superAdmin,
    at: adminPage,
    deed: createCustomerGroup,
  },
  {
    title: 'Failed to Update Group Status',
    fallback: 'An error occurred while updating the group status.',
    call: ['PATCH', /\/toggle-active$/],
    as: superAdmin,
    at: adminPage,
    deed: switchTo('Inactive'),
  },
  {
    title: 'Failed to reset password',
    fallback: 'Failed to reset password',
    call: ['POST', /\/reset-password\/\d+$/],
    as: superAdmin,
    at: table('users'),
    deed: resetPassword,
  },
  {
    title: 'Failed to delete user',
    fallback: 'Failed to delete user',
    call: ['DELETE', /\/users\/\d+$/],
    as: superAdmin,
    at: table('users'),
    deed: deleteUser,
  },
  {
    title: 'Failed to update expiry date',
    fallback: 'Failed to update expiry date',
    call: ['PUT', /\/expiry$/],
    as: superAdmin,
    at: table('groups'),
    deed: clearExpiry,
  },
  {
    title: 'Failed to delete group',
    fallback: 'Failed to delete group',
    call: ['DELETE', /\/super-admin\/groups\/\d+$/],
    as: superAdmin,
    at: table('groups'),
    deed: (page, { group }) => deleteGroup(page, group.slug),
  },
  {
    title: 'Signup Failed',
    fallback: 'Please try again.',
    call: ['POST', /\/api\/trial\/signup$/],
    at: '/',
    deed: signUp('Start Free Trial'),
  },
  {
    title: 'Purchase Failed',
    fallback: 'Please try again.',
    call: ['POST', /\/api\/purchase\/direct$/],
    at: '/purchase',
    deed: signUp('Buy Now'),
  },
]

test.describe('destructive toasts: the fallback, or what the server says', () => {
  for (const { title, fallback, call, as, at, deed, playing } of ROWS) {
    const where = as === superAdmin ? ' (super admin)' : ''
    test(`${title}${where} · ${fallback}`, async ({ house, phones }) => {
      phones.tolerate(/status of 500/)
      const group = await house.make.group()
      const stage = {
        group,
        member: await house.make.member(group),
        superAdmin: await house.make.golfer({ isSuperAdmin: true }),
      }
      await house.make.teeTime(group, {
        course: COURSE,
        ...(playing && { players: [group.owner] }),
      })
      const page = await phones.open({ as: as?.(stage) })
      const [method, path] = call
      for (const [said, shown] of [
        [{ status: 500, body: '' }, fallback],
        [{ status: 409, json: { message: OUR_WORDS, code: 'NOT_ELIGIBLE' } }, OUR_WORDS],
      ] as const) {
        await page.unrouteAll()
        await page.route(
          (url) => path.test(url.pathname),
          (route) => (route.request().method() === method ? route.fulfill(said) : route.fallback()),
        )
        await page.goto(typeof at === 'string' ? at : at(stage))
        await deed(page, stage)
        if (shown !== title) await expectToast(page, title, shown)
        else await expect(toastsOn(page).getByText(title, { exact: true }).first()).toBeVisible()
      }
    })
  }
})

test('Authentication Error · You must be logged in to create a tee time.', async ({
  house,
  phones,
}) => {
  const group = await house.make.group()
  const page = await phones.open({ as: group.owner })
  // The group is there, and who is signed in is not known yet.
  const asked: string[] = []
  await page.route('**/api/auth/me', () => undefined)
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/tee-times'))
      asked.push(request.url())
  })
  await page.goto(`/${group.slug}`)
  await postTeeTime(page)
  await expectToast(page, 'Authentication Error', 'You must be logged in to create a tee time.')
  expect(asked).toEqual([])
  await page.unrouteAll()
})

test.describe('other messages', () => {
  test('Failed to cleanup past tee times: housekeeping that bothers nobody on the screen', async ({
    house,
    phones,
  }) => {
    phones.tolerate(/status of 500/)
    const group = await house.make.group()
    await house.make.teeTime(group, { course: COURSE })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/cleanup/past-tee-times', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    const failed = page.waitForResponse((answer) => answer.status() === 500)
    await page.goto(`/${group.slug}`)
    await failed
    await claim(page)
    await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  })

  test('Weather data unavailable', async ({ house, phones }) => {
    phones.tolerate(/status of 500/)
    const group = await house.make.group()
    await house.make.teeTime(group, { course: COURSE })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/weather?*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.goto(`/${group.slug}`)
    await expect(page.getByText('Weather data unavailable', { exact: true })).toBeVisible()
  })

  test('Failed to initialize subscription · Failed to initialize payment. Please try again.', async ({
    house,
    phones,
  }) => {
    phones.tolerate(/status of 500/)
    const trialEnds = new Date(Date.now() + 5 * 86_400_000)
    const group = await house.make.group({ expiryDate: trialEnds })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/create-subscription', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    for (const at of ['/subscribe', `/${group.slug}/subscribe`]) {
      await page.goto(at)
      await expectToast(
        page,
        'Failed to initialize subscription',
        'Failed to initialize payment. Please try again.',
      )
    }
  })

  test('No Trial Group Found · No trial groups found that need upgrading.', async ({
    house,
    phones,
  }) => {
    const page = await phones.open({ as: await house.make.golfer(), at: '/subscribe' })
    await expect(page.getByRole('heading', { name: 'No Trial Group Found' })).toBeVisible()
    await expect(
      page.getByText('No trial groups found that need upgrading.', { exact: true }),
    ).toBeVisible()
  })
})
