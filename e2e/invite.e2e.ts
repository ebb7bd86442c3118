import { expect, test } from './testing/journey.ts'
import { cardOf, emailedLink, expectToast, playersOn, signIn } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'
const COURSE = 'Shaganappi Point'

test('turns a stranger with an invite link into a player', async ({ testServer, phones }) => {
  const olive = await testServer.make.golfer({ name: 'Olive Owner' })
  const group = await testServer.make.group({ name: 'Sunday Swingers', owner: olive })
  await testServer.make.teeTime(group, { course: COURSE })
  const olivesPage = await phones.open({ as: olive, at: `/${group.slug}/members` })

  const link = await test.step('the owner creates a link', async () => {
    await olivesPage.getByRole('button', { name: 'Invite First Member' }).click()
    const dialog = olivesPage.getByRole('dialog', { name: 'Add Member' })
    const qrCode = dialog.getByRole('img', { name: 'QR code for the invite link' })
    await expect(qrCode).toBeInViewport({ ratio: 1 })
    const link = await dialog.getByLabel('Link address').inputValue()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(olivesPage.getByRole('button', { name: 'Invite First Member' })).toBeFocused()
    return link
  })

  phones.tolerate(/ERR_INTERNET_DISCONNECTED/)
  const vicsPage = await phones.open({ at: link })
  const email = 'vic@strangers.example'

  await test.step('a stranger asks to join', async () => {
    await expect(vicsPage.getByRole('heading', { name: 'Sunday Swingers' })).toBeVisible()
    await expect(vicsPage.getByText('owned by Olive Owner')).toBeVisible()
    await vicsPage.getByLabel('Name').fill('Vic Stranger')
    await vicsPage.getByLabel('Email').fill(email)
    await vicsPage.getByLabel('Phone').fill('403-555-0142')
    await vicsPage.context().setOffline(true)
    await vicsPage.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(vicsPage.getByText('Failed to Send Request', { exact: true })).toBeVisible()
    await vicsPage.context().setOffline(false)
    await expect(vicsPage.getByLabel('Phone')).toHaveValue('403-555-0142')
    await vicsPage.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(vicsPage.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await expect(vicsPage.getByText(`Then we'll email ${email} a link to join.`)).toBeVisible()
  })

  await test.step('the browser remembers the request', async () => {
    await vicsPage.goto(link)
    await expect(vicsPage.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await vicsPage.getByRole('button', { name: 'Use Another Email' }).click()
    await expect(vicsPage.getByRole('heading', { name: "You're Invited" })).toBeFocused()
    await expect(vicsPage.getByLabel('Name')).toHaveValue('Vic Stranger')
    await expect(vicsPage.getByLabel('Email')).toHaveValue('')
    await vicsPage.getByLabel('Email').fill(email)
    await vicsPage.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(vicsPage.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await vicsPage.getByRole('link', { name: 'Sign In' }).click()
    await expect(vicsPage).toHaveURL('/login')
  })

  await test.step('the owner sees the request immediately and accepts it', async () => {
    await expect(olivesPage.getByRole('heading', { name: 'Requests to Join' })).toBeVisible()
    const tab = olivesPage.getByRole('link', { name: 'Members', exact: true })
    await expect(tab).toHaveAccessibleDescription('1 request to join')
    await olivesPage.getByRole('button', { name: 'Approve Vic Stranger' }).click()
    const emailed = "We emailed Vic Stranger an invitation. They'll join when they accept it."
    await expectToast(olivesPage, 'Request Approved', emailed)
    await expect(olivesPage.getByRole('heading', { name: 'Requests to Join' })).toHaveCount(0)
    await expect(
      olivesPage.getByRole('link', { name: 'Members', exact: true }),
    ).toHaveAccessibleDescription('')
    await expect(olivesPage.getByText('1 member, 1 invited')).toBeVisible()
  })

  await test.step('the stranger sets a password through the email and claims a spot', async () => {
    await vicsPage.goto(await emailedLink(testServer, email))
    await vicsPage.getByLabel('New Password').fill(PASSWORD)
    // The stranger asked to join without a session, so the server suggests no name or phone number. But the
    // browser remembers both.
    await expect(vicsPage.getByLabel('Name')).toHaveValue('Vic Stranger')
    await expect(vicsPage.getByLabel('Phone (optional)')).toHaveValue('403-555-0142')
    await vicsPage.getByRole('button', { name: 'Join Without a Spot' }).click()
    await expect(vicsPage).toHaveURL(`/${group.slug}`)
    expect(await vicsPage.evaluate(() => localStorage.getItem('signup-contact'))).toBeNull()
    await expect(olivesPage.getByText('2 members')).toBeVisible()
    await expect(olivesPage.getByRole('link', { name: '(403) 555-0142' })).toBeVisible()
    await cardOf(vicsPage, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
    await expect(playersOn(cardOf(vicsPage, COURSE))).toHaveText(['Vic Stranger'])
  })

  await test.step('as an admin, they see the Invite button, and after their removal no group', async () => {
    await vicsPage.getByRole('link', { name: 'Members', exact: true }).click()
    await expect(vicsPage.getByRole('button', { name: 'Leave Group' })).toBeVisible()
    await expect(vicsPage.getByRole('button', { name: 'Invite' })).toHaveCount(0)
    await olivesPage.getByRole('button', { name: 'Actions for Vic Stranger' }).press('ArrowDown')
    await expect(olivesPage.getByRole('menuitem', { name: 'Make admin' })).toBeFocused()
    await olivesPage.keyboard.press('Enter')
    await expectToast(
      olivesPage,
      'Admin Added',
      'Vic Stranger can now approve and invite golfers, delay tee times, and end recurring ones.',
    )
    await expect(vicsPage.getByRole('button', { name: 'Invite' })).toBeVisible()

    const actions = olivesPage.getByRole('button', { name: 'Actions for Vic Stranger' })
    await actions.click()
    await olivesPage.getByRole('menuitem', { name: 'Remove from group' }).click()
    const dialog = olivesPage.getByRole('dialog', { name: 'Remove this member?' })
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await expect(actions).toBeFocused()
    await actions.click()
    await olivesPage.getByRole('menuitem', { name: 'Remove from group' }).click()
    await dialog.getByRole('button', { name: 'Remove Member' }).click()
    await expectToast(olivesPage, 'Member Removed', 'Vic Stranger is no longer in the group.')
    await expect(olivesPage.getByRole('heading', { name: 'No Members Yet' })).toBeVisible()
    await expect(
      vicsPage.getByRole('heading', { name: "You're not a member of this group" }),
    ).toBeVisible()
  })
})

test('lets a golfer join who signs in at the invite link, and lets them leave again', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Monday Mulligans' })
  const kim = await testServer.make.golfer({ name: 'Kim Known', password: PASSWORD })
  const ownerPhone = testServer.server.phone(group.owner.session)
  const created = await ownerPhone.post(`/api/groups/${group.id}/invite-links`)
  const { id, token } = created.body as { id: number; token: string }

  const page = await phones.open({ at: `/invite/${token}` })
  await page.getByRole('link', { name: 'Sign In First' }).click()
  await signIn(page, kim.email, PASSWORD)
  await expect(page).toHaveURL(`/invite/${token}`)
  await page.getByRole('button', { name: 'Ask to Join' }).click()
  await expect(page.getByRole('heading', { name: 'Request Sent' })).toBeVisible()

  const requests = (await ownerPhone.get(`/api/groups/${group.id}/requests`)).body as {
    id: number
  }[]
  await ownerPhone.post(`/api/groups/${group.id}/requests/${requests[0]?.id}/accept`)
  await page.getByRole('link', { name: 'Go to the Group' }).click()
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('button', { name: 'Leave Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave this group?' })
  await dialog.getByRole('button', { name: 'Leave Group' }).click()
  await expectToast(page, 'Left the Group', "You're no longer in Monday Mulligans.")
  await expect(page).toHaveURL('/dashboard')

  await ownerPhone.delete(`/api/groups/${group.id}/invite-links/${id}`)
  await page.goto(`/invite/${token}`)
  await expect(page.getByRole('heading', { name: "This invite link doesn't work" })).toBeVisible()
})

test('returns to the invite link after a visitor who asked to join signs in', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const kim = await testServer.make.golfer({ name: 'Kim Known', password: PASSWORD })
  const created = await testServer.server
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/invite-links`)
  const { token } = created.body as { token: string }
  const page = await phones.open({ at: `/invite/${token}` })
  await page.getByLabel('Name').fill('Kim Known')
  await page.getByLabel('Email').fill(kim.email)
  await page.getByLabel('Phone').fill('403-555-0142')
  await page.getByRole('button', { name: 'Ask to Join' }).click()
  await expect(page.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
  await page.getByRole('link', { name: 'Sign In', exact: true }).click()
  await signIn(page, kim.email, PASSWORD)
  await expect(page).toHaveURL(`/invite/${token}`)
  await expect(page.getByRole('button', { name: 'Ask to Join' })).toBeVisible()
})

test('lets golfers join through a link without approval, until a member is removed', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const olive = await testServer.make.golfer({ name: 'Olive Owner' })
  const group = await testServer.make.group({ name: 'Open Door Golf', owner: olive })
  await testServer.make.teeTime(group, { course: COURSE })
  const kim = await testServer.make.golfer({ name: 'Kim Known' })
  const olivesPage = await phones.open({ as: olive, at: `/${group.slug}/members` })
  await olivesPage.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = olivesPage.getByRole('dialog', { name: 'Add Member' })
  const approvalSwitch = dialog.getByRole('switch', { name: /^Join without approval/ })
  await approvalSwitch.click()
  await expect(approvalSwitch).toBeChecked()
  await expect(dialog.getByText('Anyone with the link can join right away.')).toBeVisible()
  const link = await dialog.getByLabel('Link address').inputValue()

  const kimsPage = await phones.open({ as: kim, at: link })
  await kimsPage.getByRole('button', { name: 'Join Group' }).click()
  await expect(kimsPage).toHaveURL(`/${group.slug}`)
  await cardOf(kimsPage, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await expect(playersOn(cardOf(kimsPage, COURSE))).toHaveText(['Kim Known'])

  const email = 'vera@strangers.example'
  const verasPage = await phones.open({ at: link })
  await verasPage.getByLabel('Name').fill('Vera Visitor')
  await verasPage.getByLabel('Email').fill(email)
  await verasPage.getByRole('button', { name: 'Join Group' }).click()
  await expect(verasPage.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await verasPage.goto(await emailedLink(testServer, email))
  await expect(verasPage.getByLabel('Name')).toHaveValue('Vera Visitor')
  await verasPage.getByLabel('New Password').fill(PASSWORD)
  await verasPage.getByRole('button', { name: 'Join Without a Spot' }).click()
  await expect(verasPage).toHaveURL(`/${group.slug}`)

  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(olivesPage.getByText('3 members')).toBeVisible()
  await olivesPage.getByRole('button', { name: 'Actions for Kim Known' }).click()
  await olivesPage.getByRole('menuitem', { name: 'Remove from group' }).click()
  await olivesPage.getByRole('button', { name: 'Remove Member' }).click()
  await expect(olivesPage.getByText('2 members')).toBeVisible()
  await kimsPage.goto(link)
  await expect(kimsPage.getByRole('button', { name: 'Ask to Join' })).toBeVisible()
})

test('lets a new golfer join and claim with one tap', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'First Tee Friends' })
  await testServer.make.teeTime(group, { course: COURSE })
  const ownerPhone = testServer.server.phone(group.owner.session)
  const linksPath = `/api/groups/${group.id}/invite-links`
  const { id, token } = (await ownerPhone.post(linksPath)).body as { id: number; token: string }
  await ownerPhone.patch(`${linksPath}/${id}`, { joinsWithoutApproval: true })
  const askToJoinAndFillSetUp = async (name: string, email: string) => {
    const page = await phones.open({ at: `/invite/${token}` })
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Join Group' }).click()
    await page.goto(await emailedLink(testServer, email))
    await expect(page.getByRole('region', { name: 'Next Open Tee Time' })).toContainText(COURSE)
    // This tap is refused because the password is missing. Pressing Enter later must not claim a spot.
    await page.getByRole('button', { name: 'Join and Claim Spot' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await page.getByLabel('New Password').fill(PASSWORD)
    return page
  }

  const annsPage = await askToJoinAndFillSetUp('Ann Newcomer', 'ann@strangers.example')
  await annsPage.getByRole('button', { name: 'Join and Claim Spot' }).click()
  await expectToast(
    annsPage,
    'Spot Claimed!',
    "You've successfully claimed a spot in this tee time.",
  )
  await expect(annsPage).toHaveURL(`/${group.slug}`)
  await expect(playersOn(cardOf(annsPage, COURSE))).toHaveText(['Ann Newcomer'])

  const bensPage = await askToJoinAndFillSetUp('Ben Newcomer', 'ben@strangers.example')
  await bensPage.getByLabel('New Password').press('Enter')
  await expect(bensPage).toHaveURL(`/${group.slug}`)
  await expect(playersOn(cardOf(bensPage, COURSE))).toHaveText(['Ann Newcomer'])
})
