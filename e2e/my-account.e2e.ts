import { readFile } from 'node:fs/promises'
import { expect, test } from './testing/journey.ts'
import { expectToast, signIn } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'

test('ends the session of another phone, which returns to the login', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({ owner: golfer })
  const desktop = {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:132.0) Gecko/20100101 Firefox/132.0',
  }
  const page = await phones.open({ at: `/${group.slug}` })
  const otherPage = await phones.open({ ...desktop, at: `/${group.slug}` })
  for (const each of [page, otherPage]) {
    await signIn(each, golfer.email, PASSWORD)
    await expect(each.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('button', { name: "Where I'm signed in" }).click()
  const dialog = page.getByRole('dialog', { name: "Where I'm signed in" })
  // The third session is the one that the factory created for the golfer.
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  await expect(dialog.getByText('Firefox on Windows')).toBeVisible()
  await dialog.getByRole('button', { name: 'Sign Out Other Devices' }).click()
  await expectToast(page, 'Other Devices Signed Out', '2 other devices have been signed out.')
  await expect(dialog).toBeHidden()
  await expect(otherPage.getByLabel('Email')).toBeVisible()

  await page.getByRole('button', { name: "Where I'm signed in" }).click()
  await expect(dialog.getByText("You aren't signed in anywhere else.")).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
})

test('downloads my data as a file', { tag: '@thorough' }, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Paper Trail' })
  await testServer.make.teeTime(group, { course: 'Lakeview', players: [group.owner] })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/profile` })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download my data' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe('fourball-my-data.json')
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    golfer: { id: group.owner.id, email: group.owner.email },
    groups: [{ name: 'Paper Trail', role: 'owner' }],
    teeTimes: [{ course: 'Lakeview', posted: true, hasSpot: true }],
  })
  await expectToast(page, 'Data Downloaded', 'Saved as fourball-my-data.json.')
})

test("explains to an owner how to delete the account, and deletes a member's", {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ password: PASSWORD })
  const group = await testServer.make.group({ name: 'Handed Over' })
  await testServer.make.member(group, { golfer })
  await testServer.make.teeTime(group, { course: 'Lakeview', players: [golfer] })
  phones.tolerate(/ERR_FAILED/)
  const page = await phones.open({ as: golfer })
  // Block live updates, so that the page doesn't learn that the golfer becomes the owner below.
  await page.route('**/api/live', (route) => route.abort())
  await page.goto(`/${group.slug}/profile`)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Your Password')
  const submitButton = dialog.getByRole('button', { name: 'Delete Account' })
  await password.fill('wrong')
  await submitButton.click()
  await expectToast(page, 'Failed to Delete Account', "That password isn't right.")
  await expect(password).toBeFocused()

  const handOver = (fromSession: string, newOwnerId: number) =>
    testServer.server
      .phone(fromSession)
      .post(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId })
  expect((await handOver(group.owner.session, golfer.id)).status).toBe(200)
  await password.fill(PASSWORD)
  await submitButton.click()
  await expect(dialog.getByRole('heading', { name: /can't be deleted yet/ })).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Handed Over' })).toBeVisible()
  expect((await handOver(golfer.session, group.owner.id)).status).toBe(200)

  await page.reload()
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await password.fill(PASSWORD)
  await submitButton.click()
  await expectToast(page, 'Account Deleted', 'We removed your name, email, and phone number.')
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({})
  const answer = await testServer.server
    .phone()
    .post('/api/auth/login', { email: golfer.email, password: PASSWORD })
  expect(answer.status).toBe(401)
  const { body } = await testServer.server
    .phone(group.owner.session)
    .get(`/api/groups/slug/${group.slug}/tee-times`)
  expect(body).toMatchObject([{ course: 'Lakeview', participants: [] }])
})

test('reaches the profile while my only group is turned off', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Winter Rules' })
  await testServer.db.execute(`update groups set is_active = false where id = ${group.id}`)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const me = page.getByRole('region', { name: 'About me' })
  await expect(page.getByRole('heading', { name: 'This group is turned off' })).toBeVisible()
  await page.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(me).toContainText('Winter Rules Member')
  await page.goto('/profile')
  await expect(me).toContainText(group.owner.email)
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: "Your account can't be deleted yet" })
  await expect(dialog).toContainText('This group is turned off.')
  await expect(dialog).not.toContainText('Group Settings')

  // Live events make the page refetch the inactive group. That must not close the dialog.
  await testServer.make.group({ name: 'Saturday Golf', owner: group.owner })
  await expect(dialog.getByRole('link', { name: 'Saturday Golf' })).toBeVisible()
  await expect(dialog).toContainText("In Group Settings on a group's Members tab")
  await dialog.getByRole('link', { name: 'Contact the Fourball team' }).click()
  await expect(page).toHaveURL('/contact')
})

test('keeps what I type in the profile when my groups load again', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  phones.tolerate(/status of 503/)
  const page = await phones.open({ as: await testServer.make.golfer() })
  const liveEvents = Promise.withResolvers<void>()
  await page.route('**/api/live', (route) => liveEvents.promise.then(() => route.continue()))
  await page.route('**/api/golfers/groups', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: "We couldn't load your groups" })).toBeVisible()
  await page.unroute('**/api/golfers/groups')
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page.getByRole('button', { name: 'Edit name' }).click()
  await page.getByLabel('Name').fill('Lou Typing')

  const refetched = page.waitForResponse('**/api/golfers/groups')
  // The first live event makes the page refetch everything.
  liveEvents.resolve()
  await (await refetched).finished()
  await expect(page.getByText('No group yet')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Lou Typing')
})

test('reaches email, phone and password without a group', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const golfer = await testServer.make.golfer({ name: 'Lou Alone', phoneConfirmed: false })
  const page = await phones.open({ as: golfer, at: '/dashboard' })
  await page.getByRole('link', { name: /^Profile/ }).click()
  await expect(page).toHaveURL('/profile')
  const me = page.getByRole('region', { name: 'About me' })
  await expect(me).toContainText('No group yet')
  await expect(me).toContainText(golfer.email)
  await me.getByRole('button', { name: 'Confirm phone' }).click()
  await expectToast(page, 'Phone Confirmed', 'Thanks for confirming that this number is yours.')
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await expect(dialog.getByLabel('Current Password')).toBeFocused()
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'My Golf' }).click()
  await expect(page).toHaveURL('/dashboard')
})
