import { expect, test } from './testing/journey.ts'
import { cardOf, emailedLink, expectToast, playersOn, signIn } from './testing/screen-parts.ts'

const PASSWORD = 'nineteenth-hole'
const COURSE = 'Shaganappi Point'

test('turns a stranger with an invite link into a player', async ({ testServer, phones }) => {
  const olive = await testServer.make.golfer({ name: 'Olive Owner' })
  const group = await testServer.make.group({ name: 'Sunday Swingers', owner: olive })
  await testServer.make.teeTime(group, { course: COURSE })
  const olives = await phones.open({ as: olive, at: `/${group.slug}/members` })

  const link = await test.step('the owner creates a link', async () => {
    await olives.getByRole('button', { name: 'Invite First Member' }).click()
    const dialog = olives.getByRole('dialog', { name: 'Add Member' })
    const code = dialog.getByRole('img', { name: 'QR code for the invite link' })
    await expect(code).toBeInViewport({ ratio: 1 })
    const link = await dialog.getByLabel('Link address').inputValue()
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(olives.getByRole('button', { name: 'Invite First Member' })).toBeFocused()
    return link
  })

  const vics = await phones.open({ at: link })
  const email = 'vic@strangers.example'

  await test.step('a stranger asks to join', async () => {
    await expect(vics.getByRole('heading', { name: 'Sunday Swingers' })).toBeVisible()
    await expect(vics.getByText('owned by Olive Owner')).toBeVisible()
    await vics.getByLabel('Name').fill('Vic Stranger')
    await vics.getByLabel('Email').fill(email)
    await vics.getByLabel('Phone').fill('403-555-0142')
    await vics.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(vics.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await expect(vics.getByText(`Then we'll email ${email} a link to join.`)).toBeVisible()
  })

  await test.step('the browser remembers the request', async () => {
    await vics.goto(link)
    await expect(vics.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await vics.getByRole('button', { name: 'Use Another Email' }).click()
    await expect(vics.getByRole('heading', { name: "You're Invited" })).toBeFocused()
    await expect(vics.getByLabel('Name')).toHaveValue('Vic Stranger')
    await expect(vics.getByLabel('Email')).toHaveValue('')
    await vics.getByLabel('Email').fill(email)
    await vics.getByRole('button', { name: 'Ask to Join' }).click()
    await expect(vics.getByRole('heading', { name: 'Request Sent' })).toBeVisible()
    await vics.getByRole('link', { name: 'Sign In' }).click()
    await expect(vics).toHaveURL('/login')
  })

  await test.step('the owner sees the request immediately and accepts it', async () => {
    await expect(olives.getByRole('heading', { name: 'Requests to Join' })).toBeVisible()
    const tab = olives.getByRole('link', { name: 'Members', exact: true })
    await expect(tab).toHaveAccessibleDescription('1 request to join')
    await olives.getByRole('button', { name: 'Approve Vic Stranger' }).click()
    const emailed = "We emailed Vic Stranger an invitation. They'll join when they accept it."
    await expectToast(olives, 'Request Approved', emailed)
    await expect(olives.getByRole('heading', { name: 'Requests to Join' })).toHaveCount(0)
    await expect(
      olives.getByRole('link', { name: 'Members', exact: true }),
    ).toHaveAccessibleDescription('')
    await expect(olives.getByText('1 member, 1 invited')).toBeVisible()
  })

  await test.step('the stranger sets a password through the email and claims a spot', async () => {
    await vics.goto(await emailedLink(testServer, email))
    await vics.getByLabel('New Password').fill(PASSWORD)
    // The stranger asked to join without a session, so the server suggests no name or phone number. But the
    // browser remembers both.
    await expect(vics.getByLabel('Name')).toHaveValue('Vic Stranger')
    await expect(vics.getByLabel('Phone (optional)')).toHaveValue('403-555-0142')
    await vics.getByRole('button', { name: 'Join Without a Spot' }).click()
    await expect(vics).toHaveURL(`/${group.slug}`)
    expect(await vics.evaluate(() => localStorage.getItem('signup-contact'))).toBeNull()
    await expect(olives.getByText('2 members')).toBeVisible()
    await expect(olives.getByRole('link', { name: '(403) 555-0142' })).toBeVisible()
    await cardOf(vics, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
    await expect(playersOn(cardOf(vics, COURSE))).toHaveText(['Vic Stranger'])
  })

  await test.step('as an admin, they see the Invite button, and after their removal no group', async () => {
    await vics.getByRole('link', { name: 'Members', exact: true }).click()
    await expect(vics.getByRole('button', { name: 'Leave Group' })).toBeVisible()
    await expect(vics.getByRole('button', { name: 'Invite' })).toHaveCount(0)
    await olives.getByRole('button', { name: 'Actions for Vic Stranger' }).press('ArrowDown')
    await expect(olives.getByRole('menuitem', { name: 'Make admin' })).toBeFocused()
    await olives.keyboard.press('Enter')
    await expectToast(
      olives,
      'Admin Added',
      'Vic Stranger can now approve and invite golfers, delay tee times, and end recurring ones.',
    )
    await expect(vics.getByRole('button', { name: 'Invite' })).toBeVisible()

    const actions = olives.getByRole('button', { name: 'Actions for Vic Stranger' })
    await actions.click()
    await olives.getByRole('menuitem', { name: 'Remove from group' }).click()
    const dialog = olives.getByRole('dialog', { name: 'Remove this member?' })
    await dialog.getByRole('button', { name: 'Keep' }).click()
    await expect(actions).toBeFocused()
    await actions.click()
    await olives.getByRole('menuitem', { name: 'Remove from group' }).click()
    await dialog.getByRole('button', { name: 'Remove Member' }).click()
    await expectToast(olives, 'Member Removed', 'Vic Stranger is no longer in the group.')
    await expect(olives.getByRole('heading', { name: 'No Members Yet' })).toBeVisible()
    await expect(
      vics.getByRole('heading', { name: "You're not a member of this group" }),
    ).toBeVisible()
  })
})

test('lets a golfer join who signs in at the invite link, and lets them leave again', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({ name: 'Monday Mulligans' })
  const kim = await testServer.make.golfer({ name: 'Kim Known', password: PASSWORD })
  const owner = testServer.server.phone(group.owner.session)
  const created = await owner.post(`/api/groups/${group.id}/invite-links`)
  const { id, token } = created.body as { id: number; token: string }

  const page = await phones.open({ at: `/invite/${token}` })
  await page.getByRole('link', { name: 'Sign In First' }).click()
  await signIn(page, kim.email, PASSWORD)
  await expect(page).toHaveURL(`/invite/${token}`)
  await page.getByRole('button', { name: 'Ask to Join' }).click()
  await expect(page.getByRole('heading', { name: 'Request Sent' })).toBeVisible()

  const requests = (await owner.get(`/api/groups/${group.id}/requests`)).body as { id: number }[]
  await owner.post(`/api/groups/${group.id}/requests/${requests[0]?.id}/accept`)
  await page.getByRole('link', { name: 'Go to the Group' }).click()
  await page.getByRole('link', { name: 'Members', exact: true }).click()
  await page.getByRole('button', { name: 'Leave Group' }).click()
  const dialog = page.getByRole('dialog', { name: 'Leave this group?' })
  await dialog.getByRole('button', { name: 'Leave Group' }).click()
  await expectToast(page, 'Left the Group', "You're no longer in Monday Mulligans.")
  await expect(page).toHaveURL('/dashboard')

  await owner.delete(`/api/groups/${group.id}/invite-links/${id}`)
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
  const olives = await phones.open({ as: olive, at: `/${group.slug}/members` })
  await olives.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = olives.getByRole('dialog', { name: 'Add Member' })
  const open = dialog.getByRole('switch', { name: /^Join without approval/ })
  await open.click()
  await expect(open).toBeChecked()
  await expect(dialog.getByText('Anyone with the link can join right away.')).toBeVisible()
  const link = await dialog.getByLabel('Link address').inputValue()

  const kims = await phones.open({ as: kim, at: link })
  await kims.getByRole('button', { name: 'Join Group' }).click()
  await expect(kims).toHaveURL(`/${group.slug}`)
  await cardOf(kims, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
  await expect(playersOn(cardOf(kims, COURSE))).toHaveText(['Kim Known'])

  const email = 'vera@strangers.example'
  const veras = await phones.open({ at: link })
  await veras.getByLabel('Name').fill('Vera Visitor')
  await veras.getByLabel('Email').fill(email)
  await veras.getByRole('button', { name: 'Join Group' }).click()
  await expect(veras.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  await veras.goto(await emailedLink(testServer, email))
  await expect(veras.getByLabel('Name')).toHaveValue('Vera Visitor')
  await veras.getByLabel('New Password').fill(PASSWORD)
  await veras.getByRole('button', { name: 'Join Without a Spot' }).click()
  await expect(veras).toHaveURL(`/${group.slug}`)

  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(olives.getByText('3 members')).toBeVisible()
  await olives.getByRole('button', { name: 'Actions for Kim Known' }).click()
  await olives.getByRole('menuitem', { name: 'Remove from group' }).click()
  await olives.getByRole('button', { name: 'Remove Member' }).click()
  await expect(olives.getByText('2 members')).toBeVisible()
  await kims.goto(link)
  await expect(kims.getByRole('button', { name: 'Ask to Join' })).toBeVisible()
})

test('lets a new golfer join and claim with one tap', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'First Tee Friends' })
  await testServer.make.teeTime(group, { course: COURSE })
  const owner = testServer.server.phone(group.owner.session)
  const links = `/api/groups/${group.id}/invite-links`
  const { id, token } = (await owner.post(links)).body as { id: number; token: string }
  await owner.patch(`${links}/${id}`, { joinsWithoutApproval: true })
  const openMail = async (name: string, email: string) => {
    const page = await phones.open({ at: `/invite/${token}` })
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Join Group' }).click()
    await page.goto(await emailedLink(testServer, email))
    await expect(page.getByRole('region', { name: 'Next Open Tee Time' })).toContainText(COURSE)
    // This tap is refused because the password is missing. It must not make a later Enter claim a spot.
    await page.getByRole('button', { name: 'Join and Claim Spot' }).click()
    await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
    await page.getByLabel('New Password').fill(PASSWORD)
    return page
  }

  const anns = await openMail('Ann Newcomer', 'ann@strangers.example')
  await anns.getByRole('button', { name: 'Join and Claim Spot' }).click()
  await expectToast(anns, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await expect(anns).toHaveURL(`/${group.slug}`)
  await expect(playersOn(cardOf(anns, COURSE))).toHaveText(['Ann Newcomer'])

  const bens = await openMail('Ben Newcomer', 'ben@strangers.example')
  await bens.getByLabel('New Password').press('Enter')
  await expect(bens).toHaveURL(`/${group.slug}`)
  await expect(playersOn(cardOf(bens, COURSE))).toHaveText(['Ann Newcomer'])
})
