import type { Page } from '@playwright/test'
import type { TestGolfer, TestGroup } from '../server/system-tests/testing/factories.ts'
import { expect, type Phones, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, pickDate, toastsOn } from './testing/screen-parts.ts'
import type { TestServer } from './testing/test-server.ts'

const OWNER_ONLY_MESSAGE = 'Only the group owner can modify group settings.'
const TEE_TIME_GONE = "We couldn't find this tee time. It may have been removed."
const COURSE = 'Lakeview'

const settingsButtonOn = (page: Page) => page.getByRole('button', { name: 'Group Settings' })
const menusOn = (page: Page) => page.getByRole('button', { name: /^Actions for / })
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).click()
const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible()

async function openWithoutLiveUpdates(phones: Phones, as: TestGolfer, at: string): Promise<Page> {
  phones.tolerate(/net::ERR_FAILED/)
  const page = await phones.open({ as })
  await page.route('**/api/live', (route) => route.abort())
  await page.goto(at)
  return page
}

async function holdCalls(page: Page, address: string) {
  const [firstCall, hold] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(address, async (route) => {
    firstCall.resolve()
    await hold.promise
    await route.continue()
  })
  return { firstCall: firstCall.promise, release: () => hold.resolve() }
}

async function handOver(
  { server }: TestServer,
  group: TestGroup,
  newOwner: TestGolfer,
): Promise<void> {
  const path = `/api/groups/${group.id}/transfer-ownership`
  const answer = await server.phone(group.owner.session).post(path, { newOwnerId: newOwner.id })
  expect(answer.status).toBe(200)
}

async function removeMember(
  { server }: TestServer,
  group: TestGroup,
  golfer: TestGolfer,
): Promise<void> {
  const path = `/api/groups/${group.id}/members/${golfer.id}`
  expect((await server.phone(group.owner.session).delete(path, {})).status).toBe(200)
}

async function deleteGroup({ make, server }: TestServer, group: TestGroup): Promise<void> {
  const { session } = await make.golfer({ isSuperAdmin: true })
  const path = `/api/super-admin/groups/${group.id}`
  expect((await server.phone(session).delete(path)).status).toBe(200)
}

async function setGroupActive({ make, server }: TestServer, group: TestGroup, isActive: boolean) {
  const { session } = await make.golfer({ isSuperAdmin: true })
  const path = `/api/admin/groups/${group.id}/toggle-active`
  expect((await server.phone(session).patch(path, { isActive })).status).toBe(200)
}

async function requestToJoin(
  { server }: TestServer,
  group: TestGroup,
  name: string,
): Promise<void> {
  const owner = server.phone(group.owner.session)
  const link = await owner.post(`/api/groups/${group.id}/invite-links`)
  const { token } = link.body as { token: string }
  const email = `${name.toLowerCase()}-${Date.now()}@club.example`
  const visitor = { name, email, phone: '403-555-0177' }
  expect((await server.phone().post(`/api/invites/${token}/requests`, visitor)).status).toBe(200)
}

test('shows a second tab the saved settings when both change them', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Fairway Friends' })
  const at = `/${group.slug}/members`
  const [firstTab, secondTab] = [
    await openWithoutLiveUpdates(phones, group.owner, at),
    await openWithoutLiveUpdates(phones, group.owner, at),
  ]
  for (const page of [firstTab, secondTab]) await settingsButtonOn(page).click()
  await firstTab.getByLabel('Group Name').fill('Fairway Foes')
  await firstTab.getByLabel('Weather Location (optional)').fill('Banff, Alberta')
  await press(firstTab, 'Save Settings')
  await expectToast(firstTab, 'Group Updated', 'The settings have been saved.')

  await secondTab.getByLabel('Description (optional)').fill('All are welcome')
  await press(secondTab, 'Save Settings')
  await expectToast(
    secondTab,
    'Failed to Update Group',
    'These settings have changed. Check them, then save again.',
  )
  await expect(secondTab.getByLabel('Group Name')).toHaveValue('Fairway Foes')
  await expect(secondTab.getByLabel('Weather Location (optional)')).toHaveValue('Banff, Alberta')
  await secondTab.getByLabel('Description (optional)').fill('All are welcome')
  await press(secondTab, 'Save Settings')
  await expectToast(secondTab, 'Group Updated', 'The settings have been saved.')
  await expect(secondTab.getByRole('link', { name: 'Fairway Foes' })).toBeVisible()
})

test("refuses actions in the old owner's tab and removes the settings button and menus", {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const attempts: readonly [title: string, message: string, attempt: (page: Page) => unknown][] = [
    [
      'Failed to Update Group',
      OWNER_ONLY_MESSAGE,
      async (page) => {
        await settingsButtonOn(page).click()
        await page.getByLabel('Group Name').fill('Too Late')
        await press(page, 'Save Settings')
      },
    ],
    [
      'Failed to Transfer Ownership',
      OWNER_ONLY_MESSAGE,
      async (page) => {
        await settingsButtonOn(page).click()
        await page.getByLabel('New Owner').selectOption({ index: 1 })
        await press(page, 'Transfer Ownership')
        const question = page.getByRole('dialog', { name: 'Transfer ownership?' })
        await question.getByRole('button', { name: 'Transfer Ownership' }).click()
      },
    ],
    [
      'Failed to Remove Member',
      'Only the group owner can remove members.',
      async (page) => {
        await press(page, 'Actions for Cleo Vance')
        await page.getByRole('menuitem', { name: 'Remove from group' }).click()
        await press(page, 'Remove Member')
      },
    ],
    [
      'Failed to Change Role',
      'Only the group owner can add or remove admins.',
      async (page) => {
        await press(page, 'Actions for Cleo Vance')
        await page.getByRole('menuitem', { name: 'Make admin' }).click()
      },
    ],
  ]
  for (const [title, message, attempt] of attempts) {
    await test.step(title, async () => {
      const group = await testServer.make.group()
      const ben = await testServer.make.member(group, { name: 'Ben Adams' })
      await testServer.make.member(group, { name: 'Cleo Vance' })
      const page = await openWithoutLiveUpdates(phones, group.owner, `/${group.slug}/members`)
      await expect(menusOn(page)).toHaveCount(2)
      await handOver(testServer, group, ben)
      await attempt(page)
      await expectToast(page, title, message)
      await expect(
        page.getByRole('dialog').getByRole('button', { name: /Save|Transfer|Remove/ }),
      ).toHaveCount(0)
      const ownerOnlyDialog = page.getByRole('dialog').filter({ hasText: OWNER_ONLY_MESSAGE })
      if (await ownerOnlyDialog.isVisible())
        await ownerOnlyDialog.getByRole('button', { name: 'Close' }).last().click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(settingsButtonOn(page)).toHaveCount(0)
      await expect(menusOn(page)).toHaveCount(0)
      await expect(page.getByRole('listitem').filter({ hasText: ben.email })).toContainText('Owner')
      await expect(page.getByRole('button', { name: 'Leave Group' })).toBeVisible()
    })
  }
})

test('handles a member who is removed during a claim and comes back', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group, { name: 'Ben Adams' })
  await testServer.make.teeTime(group, { course: COURSE })
  const page = await openWithoutLiveUpdates(phones, ben, `/${group.slug}`)
  const heldClaim = await holdCalls(page, '**/claim')
  await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await heldClaim.firstCall
  await removeMember(testServer, group, ben)
  heldClaim.release()
  await expectToast(page, 'Failed to Claim Spot', TEE_TIME_GONE)
  await expectHeading(page, "You're not a member of this group")

  await testServer.make.member(group, { golfer: ben })
  await page.getByRole('link', { name: /^Go to My / }).click()
  await page
    .getByRole('link', { name: /^Group / })
    .first()
    .click()
  await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await expect(cardOf(page, COURSE).getByRole('button', { name: 'Leave Spot' })).toBeVisible()
})

test('refuses a tee time and an invite link from someone who is no longer a member', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group, { name: 'Ben Adams', isAdmin: true })
  const postingTab = await openWithoutLiveUpdates(phones, ben, `/${group.slug}`)
  await press(postingTab, 'Create New Tee Time')
  await postingTab.getByLabel('Course', { exact: true }).fill(COURSE)
  await pickDate(postingTab, dateIn(5))
  await postingTab.getByLabel('Time', { exact: true }).fill('08:12')
  const invitingTab = await openWithoutLiveUpdates(phones, ben, `/${group.slug}/members`)
  await press(invitingTab, 'Invite')
  await expect(invitingTab.getByRole('button', { name: 'Create Another Link' })).toBeVisible()
  await removeMember(testServer, group, ben)
  await postingTab.getByRole('dialog').getByRole('button', { name: 'Post Tee Time' }).click()
  const gone = "We couldn't find this group. It may have been removed."
  await expectToast(postingTab, 'Failed to Post Tee Time', gone)
  await press(invitingTab, 'Create Another Link')
  await expectToast(invitingTab, 'Failed to Create Invite Link', gone)
  for (const page of [postingTab, invitingTab]) {
    await expectHeading(page, "You're not a member of this group")
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test('handles a group deleted while it or a dialog is open', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group)
  await testServer.make.teeTime(group, { course: COURSE, creator: ben })
  const at = `/${group.slug}`
  const [watchingTab, typingTab, cancelingTab] = [
    await phones.open({ as: ben, at }),
    await phones.open({ as: group.owner, at: `${at}/members` }),
    await phones.open({ as: ben, at }),
  ]
  const [savingTab, claimingTab] = [
    await openWithoutLiveUpdates(phones, group.owner, `${at}/members`),
    await openWithoutLiveUpdates(phones, ben, at),
  ]
  for (const page of [typingTab, savingTab]) await settingsButtonOn(page).click()
  await savingTab.getByLabel('Group Name').fill('Too Late')
  await cardOf(cancelingTab, COURSE).getByRole('button', { name: 'Cancel' }).click()
  await expect(cancelingTab.getByRole('dialog')).toBeVisible()
  await expect(cardOf(watchingTab, COURSE)).toBeVisible()
  await expect(cardOf(claimingTab, COURSE)).toBeVisible()
  await deleteGroup(testServer, group)
  await press(savingTab, 'Save Settings')
  await expectToast(
    savingTab,
    'Failed to Update Group',
    "We couldn't find this group. It may have been removed.",
  )
  await cardOf(claimingTab, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(claimingTab, 'Failed to Claim Spot', TEE_TIME_GONE)
  for (const page of [watchingTab, typingTab, cancelingTab, savingTab, claimingTab]) {
    await expectHeading(page, 'Golf Group Not Found')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await watchingTab.reload()
  await expectHeading(watchingTab, 'Golf Group Not Found')
})

test('handles a group deactivated and activated while open', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group)
  await testServer.make.teeTime(group, { course: COURSE })
  const at = `/${group.slug}`
  const [watchingTab, claimingTab, removingTab] = [
    await phones.open({ as: ben, at }),
    await openWithoutLiveUpdates(phones, ben, at),
    await openWithoutLiveUpdates(phones, group.owner, `${at}/members`),
  ]
  await expect(cardOf(watchingTab, COURSE)).toBeVisible()
  await expect(cardOf(claimingTab, COURSE)).toBeVisible()
  await menusOn(removingTab).click()
  await setGroupActive(testServer, group, false)
  const turnedOffMessage =
    'This group is turned off. Its owner can ask the Fourball team to turn it back on.'
  await cardOf(claimingTab, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await expectToast(claimingTab, 'Failed to Claim Spot', turnedOffMessage)
  await removingTab.getByRole('menuitem', { name: 'Remove from group' }).click()
  await press(removingTab, 'Remove Member')
  await expectToast(removingTab, 'Failed to Remove Member', turnedOffMessage)
  for (const page of [watchingTab, claimingTab, removingTab])
    await expectHeading(page, 'This group is turned off')
  await setGroupActive(testServer, group, true)
  for (const page of [claimingTab, removingTab]) await press(page, 'Try Again')
  for (const page of [watchingTab, claimingTab]) {
    await expect(cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' })).toBeVisible()
  }
  await expect(menusOn(removingTab)).toHaveCount(1)
})

test('handles a request accepted in one tab and declined in another, in both orders', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  for (const name of ['Quinn', 'Rosa']) await requestToJoin(testServer, group, name)
  const at = `/${group.slug}/members`
  const [acceptingTab, decliningTab] = [
    await openWithoutLiveUpdates(phones, group.owner, at),
    await openWithoutLiveUpdates(phones, group.owner, at),
  ]
  await expect(decliningTab.getByRole('button', { name: 'Decline Quinn' })).toBeVisible()
  await press(acceptingTab, 'Approve Quinn')
  const emailed = "We emailed Quinn an invitation. They'll join when they accept it."
  await expectToast(acceptingTab, 'Request Approved', emailed)
  await press(decliningTab, 'Decline Quinn')
  await expectToast(decliningTab, 'Failed to Decline Request', 'This request was already approved.')
  await expect(decliningTab.getByRole('button', { name: 'Actions for Quinn' })).toBeVisible()
  await expect(decliningTab.getByRole('button', { name: 'Decline Quinn' })).toHaveCount(0)

  // For a moment after the list has moved, its rows ignore taps.
  await decliningTab.waitForTimeout(800)
  await press(decliningTab, 'Decline Rosa')
  await expectToast(decliningTab, 'Request Declined', "We won't notify Rosa. They can ask again.")
  await press(acceptingTab, 'Approve Rosa')
  await expectToast(acceptingTab, 'Failed to Approve Request', 'This request was already declined.')
  await expect(acceptingTab.getByText('Rosa')).toHaveCount(0)
})

test('handles a member removed in one tab and promoted in another', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group, { name: 'Ben Adams' })
  const at = `/${group.slug}/members`
  const pages = [
    await openWithoutLiveUpdates(phones, group.owner, at),
    await openWithoutLiveUpdates(phones, group.owner, at),
    await openWithoutLiveUpdates(phones, group.owner, at),
  ] as const
  const [firstTab, secondTab, thirdTab] = pages
  for (const page of [firstTab, secondTab]) {
    await menusOn(page).click()
    await page.getByRole('menuitem', { name: 'Remove from group' }).click()
  }
  await menusOn(thirdTab).click()
  await press(firstTab, 'Remove Member')
  await expectToast(firstTab, 'Member Removed', 'Ben Adams is no longer in the group.')
  await press(secondTab, 'Remove Member')
  const gone = "We couldn't find this member. It may have been removed."
  await expectToast(secondTab, 'Failed to Remove Member', gone)
  await thirdTab.getByRole('menuitem', { name: 'Make admin' }).click()
  await expectToast(thirdTab, 'Failed to Change Role', gone)
  for (const page of pages) {
    await expect(page.getByText(ben.email)).toHaveCount(0)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectHeading(page, 'No Members Yet')
  }
})

test('handles a tee time cancelled while others claim, leave and cancel it', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const [ben, cleo] = [await testServer.make.member(group), await testServer.make.member(group)]
  const card = await testServer.make.teeTime(group, { course: COURSE, players: [cleo] })
  const at = `/${group.slug}`
  const [bensPage, cleosPage, ownerPage] = [
    await openWithoutLiveUpdates(phones, ben, at),
    await openWithoutLiveUpdates(phones, cleo, at),
    await openWithoutLiveUpdates(phones, group.owner, at),
  ]
  const heldClaim = await holdCalls(bensPage, '**/claim')
  await cardOf(bensPage, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await heldClaim.firstCall
  await cardOf(ownerPage, COURSE).getByRole('button', { name: 'Cancel' }).click()
  await expect(cardOf(cleosPage, COURSE)).toBeVisible()
  const cancelResponse = await testServer.server
    .phone(group.owner.session)
    .delete(`/api/tee-times/${card.id}`)
  expect(cancelResponse.status).toBe(200)
  heldClaim.release()
  await cardOf(cleosPage, COURSE).getByRole('button', { name: 'Leave Spot' }).click()
  await press(ownerPage, 'Cancel Tee Time')
  for (const [page, title] of [
    [bensPage, 'Failed to Claim Spot'],
    [cleosPage, 'Failed to Leave'],
    [ownerPage, 'Failed to Cancel'],
  ] as const) {
    await expectToast(page, title, TEE_TIME_GONE)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expectHeading(page, 'No Tee Times')
    await expect(page.getByRole('definition')).toHaveText(['0', '0', '3'])
    await expect(toastsOn(page)).toHaveCount(1)
  }
})
