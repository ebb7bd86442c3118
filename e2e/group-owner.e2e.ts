import type { Page } from '@playwright/test'
import { connectDomains } from '../server/app/create-context.ts'
import { systemClock } from '../server/platform/clock.ts'
import { endMember } from '../server/system-tests/testing/end-accounts.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast } from './testing/screen-parts.ts'

const OWNER_ONLY_MESSAGE = 'Only the group owner can modify group settings.'
const settingsButtonOn = (page: Page) => page.getByRole('button', { name: 'Group Settings' })

async function openSettings(page: Page) {
  await settingsButtonOn(page).click()
  const dialog = page.getByRole('dialog', { name: 'Group Settings' })
  await expect(dialog).toBeVisible()
  return dialog
}

test('creates a group', async ({ testServer, phones }) => {
  await testServer.make.group({ slug: 'early-birdies' })
  const golfer = await testServer.make.golfer()
  const page = await phones.open({ as: golfer, at: '/create-group' })
  const slugField = page.getByLabel('Custom URL')
  await page.getByLabel('Group Name').fill('Early Birdies!')
  await expect(slugField).toHaveValue('early-birdies')
  await expect(page.getByRole('button', { name: 'URL Not Available' })).toBeVisible()
  await page.getByLabel('Group Name').press('Enter')
  await expect(page).toHaveURL('/create-group')

  await slugField.fill('app')
  await expect(page.getByText('This URL slug is reserved')).toBeVisible()
  await slugField.fill('earlier-birdies')
  await expect(page.getByText('/earlier-birdies is available.')).toBeVisible()
  // A URL that was edited by hand no longer follows the group's name.
  await page.getByLabel('Group Name').fill('Earliest Birdies')
  await expect(slugField).toHaveValue('earlier-birdies')
  await expect(page.getByLabel('Time Zone')).toHaveValue(/^Asia\/Kath?mandu$/)
  await page.getByRole('button', { name: 'Create Golf Group' }).click()
  await expect(page).toHaveURL('/earlier-birdies')
  await expectToast(
    page,
    'Group Created!',
    'Post a tee time, or invite your buddies on the Members tab.',
  )
  await expect(page.getByRole('heading', { name: 'Earliest Birdies' })).toBeVisible()
  await expect(page.getByText('Trial expires in 30 days')).toBeVisible()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(settingsButtonOn(page)).toBeVisible()
})

test('shows an error at the slug field when someone else takes the slug first', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const page = await phones.open({ as: await testServer.make.golfer(), at: '/create-group' })
  await page.getByLabel('Group Name').fill('Snatched Away')
  await expect(page.getByText('/snatched-away is available.')).toBeVisible()
  await testServer.make.group({ slug: 'snatched-away' })
  await page.getByRole('button', { name: 'Create Golf Group' }).click()
  await expectToast(page, 'Failed to Create Group', 'This URL is taken. Try another one.')
  await expect(page.getByLabel('Custom URL')).toBeFocused()
})

test('shows changed settings on all phones', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Fairway Friends' })
  const member = await testServer.make.member(group)
  const at = `/${group.slug}`
  const memberPage = await phones.open({ as: member, at: `${at}/members` })
  await expect(memberPage.getByRole('heading', { name: 'Group Members' })).toBeVisible()
  await expect(memberPage.getByText(member.email)).toBeVisible()
  await expect(settingsButtonOn(memberPage)).toHaveCount(0)
  await memberPage.getByRole('link', { name: 'Tee Times' }).click()

  const [page, stalePage] = [
    await phones.open({ as: group.owner, at: `${at}/members` }),
    await phones.open({ as: group.owner, at: `${at}/members` }),
  ]
  const [dialog, staleDialog] = [await openSettings(page), await openSettings(stalePage)]
  await dialog.getByLabel('Group Name').fill('')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(dialog.getByText('Group name is required')).toBeVisible()
  await dialog.getByLabel('Group Name').fill('Fairway Foes')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Group Updated', 'The settings have been saved.')
  await expect(dialog).toBeHidden()
  await expect(settingsButtonOn(page)).toBeFocused()
  await expect(memberPage.getByRole('heading', { name: 'Fairway Foes' })).toBeVisible()

  await staleDialog.getByLabel('Group Name').fill('Fairway Strangers')
  await staleDialog.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(
    stalePage,
    'Failed to Update Group',
    'These settings have changed. Check them, then save again.',
  )
  await expect(staleDialog.getByLabel('Group Name')).toHaveValue('Fairway Foes')
  await staleDialog.getByLabel('Group Name').fill('Fairway Strangers')
  await staleDialog.getByRole('button', { name: 'Save Settings' }).click()
  await expect(memberPage.getByRole('heading', { name: 'Fairway Strangers' })).toBeVisible()
})

test('shows the weather in the units that the owner picks', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const member = await testServer.make.member(group)
  await testServer.make.teeTime(group, { course: 'Canmore', date: dateIn(2) })
  const memberPage = await phones.open({ as: member, at: `/${group.slug}` })
  const canmore = cardOf(memberPage, 'Canmore')
  const celsius = await canmore.getByText(/^-?\d+°C$/).textContent()
  await expect(canmore.getByText(/\d km\/h$/)).toBeVisible()

  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  const dialog = await openSettings(page)
  await dialog.getByLabel('Weather Units').selectOption('°F and mph')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Group Updated', 'The settings have been saved.')
  await expect(canmore.getByText(/^-?\d+°F$/)).toBeVisible()
  await expect(canmore.getByText(/\d mph$/)).toBeVisible()
  // Both temperatures on the page are rounded, so they can differ slightly.
  const degrees = Number.parseInt(celsius ?? '', 10)
  const fahrenheit = Number.parseInt((await canmore.getByText(/°F$/).textContent()) ?? '', 10)
  expect(Math.abs(fahrenheit - (degrees * 1.8 + 32))).toBeLessThan(2)

  await openSettings(page)
  await dialog.getByText('Weather Watch', { exact: true }).click()
  await dialog.getByLabel('Wind').selectOption('25 mph or more')
  await dialog.getByLabel('Cold').selectOption('32°F or below')
  await dialog.getByRole('button', { name: 'Save Weather Watch' }).click()
  await expectToast(
    page,
    'Weather Watch Saved',
    'We check each tee time the evening before, between 6 and 8 PM.',
  )
  await expect(dialog.getByText('wind 25 mph, 32°F')).toBeVisible()
})

test('transfers the group, and the old owner loses the settings button', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Fairway Friends' })
  const at = `/${group.slug}/members`
  const [page, stalePage] = [
    await phones.open({ as: group.owner, at }),
    await phones.open({ as: group.owner, at }),
  ]
  const dialog = await openSettings(page)
  await expect(dialog.getByRole('button', { name: 'No Eligible Members' })).toBeDisabled()
  const ben = await testServer.make.member(group, { name: 'Ben Adams' })
  const bensPage = await phones.open({ as: ben, at })
  await expect(bensPage.getByText(ben.email)).toBeVisible()
  await expect(settingsButtonOn(bensPage)).toHaveCount(0)
  const staleDialog = await openSettings(stalePage)

  await dialog.getByLabel('New Owner').selectOption(`Ben Adams (${ben.email})`)
  await dialog.getByRole('button', { name: 'Transfer Ownership' }).click()
  const question = page.getByRole('dialog', { name: 'Transfer ownership?' })
  await expect(question).toContainText("You can't undo this")
  await question.getByRole('button', { name: 'Keep Group' }).click()
  await dialog.getByRole('button', { name: 'Transfer Ownership' }).click()
  await question.getByRole('button', { name: 'Transfer Ownership' }).click()
  await expectToast(
    page,
    'Ownership Transferred',
    "Ben Adams now owns Fairway Friends. You'll stay on as an admin.",
  )
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(settingsButtonOn(page)).toHaveCount(0)
  await expect(staleDialog.getByText(OWNER_ONLY_MESSAGE)).toBeVisible()
  await expect(staleDialog.getByLabel('Group Name')).toHaveCount(0)
  await staleDialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(settingsButtonOn(stalePage)).toHaveCount(0)
  await expect(settingsButtonOn(bensPage)).toBeVisible()
})

test('refuses a save in a tab that missed the transfer and shows the new owner', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const ben = await testServer.make.member(group, { name: 'Ben Adams' })
  const page = await phones.open({ as: group.owner, at: '/dashboard' })
  await page.route('**/api/live', (route) => route.abort())
  phones.tolerate(/net::ERR_FAILED/)
  await page.goto(`/${group.slug}/members`)
  const dialog = await openSettings(page)
  await testServer.server
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: ben.id })
  await dialog.getByLabel('Group Name').fill('Too Late')
  await dialog.getByRole('button', { name: 'Save Settings' }).click()
  await expectToast(page, 'Failed to Update Group', OWNER_ONLY_MESSAGE)
  await expect(page.getByRole('dialog').getByText(OWNER_ONLY_MESSAGE)).toBeVisible()
})

test('updates open screens when the state of a group changes', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Fairway Friends' })
  const member = await testServer.make.member(group)
  const removedMember = await testServer.make.member(group)
  const at = `/${group.slug}`
  const page = await phones.open({ as: member, at: `${at}/members` })
  const removedPage = await phones.open({ as: removedMember, at })
  await expect(page.getByText(removedMember.email)).toBeVisible()
  await expect(removedPage.getByRole('heading', { name: 'Fairway Friends' })).toBeVisible()

  const ctx = { db: testServer.db, clock: systemClock, ...connectDomains() }
  await endMember(ctx, { groupId: group.id, golferId: removedMember.id })
  await expect(
    removedPage.getByRole('heading', { name: "You're not a member of this group" }),
  ).toBeVisible()
  await expect(removedPage.getByText(removedMember.email)).toBeVisible()

  await testServer.db.execute(`update groups set is_active = false where id = ${group.id}`)
  await expect(page.getByRole('heading', { name: 'This group is turned off' })).toBeVisible()
  await testServer.db.execute(`update groups set is_active = true where id = ${group.id}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Group Members' })).toBeVisible()

  await testServer.db.execute(`delete from groups where id = ${group.id}`)
  await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('leads home from a deleted group, even if the live stream has not reported it', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.db.execute(`update groups set is_active = false where id = ${group.id}`)
  const page = await phones.open({ as: group.owner })
  await page.route('**/api/live', (route) => route.abort())
  phones.tolerate(/net::ERR_FAILED/)
  await page.goto(`/${group.slug}`)
  await expect(page.getByRole('heading', { name: 'This group is turned off' })).toBeVisible()
  await testServer.db.execute(`delete from groups where id = ${group.id}`)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to Home' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('leads a new owner through inviting, posting and texts, then hides the checklist', async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ name: 'Nell Newcomer' })
  const group = await testServer.make.group({ name: 'Fresh Fairways', owner })
  const page = await phones.open({ as: owner, at: `/${group.slug}` })
  const checklist = page.getByRole('region', { name: 'Get Your Group Going' })
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const address = await checklist.getByLabel('Link address').inputValue()
  await checklist.getByRole('button', { name: 'Copy Link' }).click()
  await expectToast(page, 'Link Copied', 'Paste it into a message to your buddies.')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await checklist.getByRole('button', { name: /^Invite Your Buddies/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite Your Buddies' })
  await expect(dialog.getByLabel('Link address')).toHaveValue(address)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expectToast(page, 'Link Copied', 'Paste it into a message to your buddies.')
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(checklist.getByRole('button', { name: /^Invite/ })).toHaveCount(0)

  await checklist.getByRole('button', { name: /^Post a Tee Time/ }).click()
  const postDialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await expect(postDialog.getByLabel('Course', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(postDialog).toBeHidden()
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  await expect(checklist.getByRole('listitem')).toHaveText([
    'Invite Your Buddies',
    'Post a Tee Time',
    /^Get Texts/,
  ])

  await checklist.getByRole('link', { name: /^Get Texts/ }).click()
  await page.getByRole('checkbox', { name: /I agree to get texts/ }).check()
  await page.getByRole('button', { name: /^Get Texts at/ }).click()
  await expect(page.getByRole('button', { name: 'Turn Off Texts' })).toBeVisible()
  await page.getByRole('link', { name: 'Tee Times', exact: true }).click()
  await expect(page.getByRole('article')).toBeVisible()
  await expect(checklist).toHaveCount(0)
})

test('lets an owner hide the checklist permanently', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const checklist = page.getByRole('region', { name: 'Get Your Group Going' })
  await checklist.getByRole('button', { name: 'Hide Checklist' }).click()
  await expect(checklist).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  await expect(checklist).toHaveCount(0)
})

test('shows the settings to members, who cannot change them', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Look Not Touch' })
  const member = await testServer.make.member(group)
  const page = await phones.open({ as: member, at: `/${group.slug}/members` })
  await expect(settingsButtonOn(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'About This Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Group Settings' })
  await expect(dialog.getByText(OWNER_ONLY_MESSAGE)).toBeVisible()
  await expect(dialog.getByText('Look Not Touch')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('button', { name: 'About This Group' })).toBeFocused()
})

test('marks what is paused in an expired group, and says who can resume it', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const owner = await testServer.make.golfer({ name: 'Olive Owner' })
  const group = await testServer.make.group({ owner, name: 'Paused Foursome' })
  const admin = await testServer.make.member(group, { isAdmin: true })
  await testServer.make.teeTime(group, { date: dateIn(1) })
  await testServer.make.teeTime(group, { date: dateIn(2) })
  // My Golf shows an unpaid group's open spots only if the group expired after they had loaded, so fake that.
  const myGolfPage = await phones.open({ as: admin })
  await myGolfPage.route('**/api/my-groups', async (route) => {
    const response = await route.fetch()
    const groups: object[] = await response.json()
    const expiryDate = new Date(Date.now() - 86_400_000)
    await route.fulfill({ response, json: groups.map((each) => ({ ...each, expiryDate })) })
  })
  await myGolfPage.goto('/dashboard')
  const myGolfPause = 'No one can claim spots in Paused Foursome until Olive Owner subscribes.'
  await expect(myGolfPage.getByText(myGolfPause)).toHaveCount(1)
  const claimButtons = myGolfPage.getByRole('button', { name: 'Claim Spot' })
  await expect(claimButtons).toHaveCount(2)
  for (const claimButton of await claimButtons.all())
    await expect(claimButton).toHaveAccessibleDescription(myGolfPause)
  await testServer.db.execute(
    `update groups set expiry_date = now() - interval '1 day' where id = ${group.id}`,
  )
  const page = await phones.open({ as: admin, at: `/${group.slug}` })
  const homePauseText = 'No one can post tee times or claim spots until Olive Owner subscribes.'
  for (const name of ['Create New Tee Time', 'Claim Spot']) {
    const button = page.getByRole('button', { name }).first()
    await expect(button).toHaveAccessibleDescription(homePauseText)
  }
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  const membersPauseText = 'Invitations and approvals are paused until Olive Owner subscribes.'
  await expect(page.getByRole('button', { name: 'Invite' })).toHaveAccessibleDescription(
    membersPauseText,
  )
  await page.getByRole('button', { name: 'Invite' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Member' })
  await expect(dialog).toContainText('Invitations are paused until Olive Owner subscribes.')
  await expect(dialog.getByRole('button', { name: 'Add Member' })).toHaveCount(0)
})
