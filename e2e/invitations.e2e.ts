import type { TestGolfer, TestGroup } from '../server/system-tests/testing/factories.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'
import type { TestServer } from './testing/test-server.ts'

const PASSWORD = 'nineteenth-hole'

test('corrects a wrong suggested phone on the welcome page', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ name: 'Ann Lee' })
  const group = await testServer.make.group({ name: 'Saturday Stampede', owner })
  const email = 'bo@walkers.example'
  await invite(testServer, group, { name: 'Bob Lee', email, phone: '403-555-0999' })
  const page = await phones.open({ at: await linkMailedTo(testServer, email) })
  await expect(page.getByRole('heading', { name: 'Saturday Stampede' })).toBeVisible()
  await expect(page.getByText('Ann Lee entered your name and phone number.')).toBeVisible()
  const phoneField = page.getByLabel('Phone (optional)')
  const consentBox = page.getByRole('checkbox', { name: /I agree to get texts/ })
  const acceptButton = page.getByRole('button', { name: 'Accept Invitation' })
  await expect(phoneField).toHaveValue('403-555-0999')
  await expect(consentBox).not.toBeChecked()

  await page.getByLabel('Name').fill('Bo Li')
  await page.getByLabel('New Password').fill(PASSWORD)
  await consentBox.check()
  await phoneField.fill('')
  await acceptButton.click()
  await expect(page.getByText('Enter a number for texts, or uncheck the box below')).toBeVisible()
  await expect(phoneField).toBeFocused()
  await phoneField.fill('12345')
  await acceptButton.click()
  await expect(
    page.getByText('Enter a phone number of at least 10 digits, or leave it blank'),
  ).toBeVisible()
  await phoneField.fill('403-555-0111')
  // Enter submits the form, whichever field has the focus.
  await phoneField.press('Enter')
  await expect(page).toHaveURL(`/${group.slug}`)

  await page.goto(`/${group.slug}/profile`)
  const me = page.getByRole('region', { name: 'About me' })
  await expect(me.getByRole('heading', { name: 'Bo Li' })).toBeVisible()
  await expect(me).toContainText('(403) 555-0111')
  await expect(me.getByRole('button', { name: 'Confirm phone' })).toHaveCount(0)
  const { rows } = await testServer.db.execute(
    `select text_consent_at is not null as agreed from golfers where email = '${email}'`,
  )
  expect(rows).toEqual([{ agreed: true }])
})

test('suggests nothing that a stranger typed on a signup form', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const page = await phones.open({ at: '/' })
  await page.getByLabel('Group Name').fill('Tuesday Tops')
  await page.getByLabel('Your Name').fill('Tess Tops')
  await page.getByLabel('Your Email').fill('tess@tops.example')
  await page.getByLabel('Your Phone').fill('403-555-0142')
  await page.getByRole('button', { name: 'Start Free Trial' }).click()
  await expect(page.getByText(/Open it within 7 days to start your group/)).toBeVisible()
  const link = await linkMailedTo(testServer, 'tess@tops.example')

  const otherBrowser = await phones.open({ at: link })
  await expect(otherBrowser.getByLabel('Name')).toHaveValue('')
  await expect(otherBrowser.getByLabel('Phone (optional)')).toHaveValue('')
  // In the browser where Tess signed up, the welcome page fills in what she typed in the signup form.
  await page.goto(link)
  await expect(page.getByLabel('Name')).toHaveValue('Tess Tops')
  await expect(page.getByLabel('Phone (optional)')).toHaveValue('403-555-0142')
  await page.getByLabel('Choose a Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Start the Group' }).click()
  await expect(page).toHaveURL('/tuesday-tops')
  expect(await page.evaluate(() => localStorage.getItem('signup-contact'))).toBeNull()
})

test('accepts one invitation and declines another', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const owner = await testServer.make.golfer({ name: 'Ann Lee' })
  const group = await testServer.make.group({ name: 'Saturday Stampede', owner })
  const other = await testServer.make.group({ name: 'Sunday Slicers' })
  const golfer = await testServer.make.golfer({ name: 'Bo Li' })
  const ownerPage = await phones.open({ as: owner, at: `/${group.slug}/members` })

  await ownerPage.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = ownerPage.getByRole('dialog', { name: 'Add Member' })
  await dialog.getByLabel('Name', { exact: true }).fill('Bobby')
  await dialog.getByRole('textbox', { name: 'Email' }).fill(golfer.email)
  await dialog.getByLabel('Phone').fill('403-555-0111')
  await dialog.getByRole('button', { name: 'Add Member' }).click()
  await expectToast(
    ownerPage,
    'Member Added',
    `We sent an invitation to ${golfer.email}. Bobby will join when they accept it.`,
  )
  const row = ownerPage.getByRole('main').getByRole('listitem').filter({ hasText: golfer.email })
  await expect(row).toContainText('Bobby')
  await expect(row).toContainText(/Invited [A-Z][a-z]{2} \d+, expires [A-Z][a-z]{2} \d+/)
  await expect(ownerPage.getByText('1 member, 1 invited')).toBeVisible()
  await ownerPage.getByRole('button', { name: 'Group Settings' }).click()
  await expect(ownerPage.getByRole('button', { name: 'No Eligible Members' })).toBeDisabled()
  // The dialog gets key presses only when it has the focus.
  await expect(ownerPage.getByLabel('Group Name')).toBeFocused()
  await ownerPage.keyboard.press('Escape')
  await expect(ownerPage.getByRole('dialog')).toBeHidden()

  await invite(testServer, other, { name: 'Bo', email: golfer.email, phone: '403-555-0111' })
  const page = await phones.open({ as: golfer, at: '/dashboard' })
  await expect(page.getByText('Ann Lee invited you · 1 member')).toBeVisible()
  await expect(page.getByText('Accept an invitation above')).toBeVisible()
  await page.getByRole('button', { name: 'Decline Sunday Slicers' }).click()
  const question = page.getByRole('dialog', { name: 'Decline this invitation?' })
  await expect(question).toContainText("can't invite you again for 30 days")
  await question.getByRole('button', { name: 'Decline', exact: true }).click()
  await expectToast(page, 'Invitation Declined', "You didn't join Sunday Slicers.")
  await expect(page.getByText('Sunday Slicers')).toHaveCount(0)
  await page.getByRole('button', { name: 'Accept Saturday Stampede' }).click()
  await expectToast(page, 'Invitation Accepted', "You're now in Saturday Stampede.")
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(row).toContainText('Bo Li')
  await expect(row).toContainText('Active')
})

test('resends and withdraws an invitation, which super admins only see', {
  tag: '@thorough',
}, async ({ testServer, cast, phones }) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  const email = 'cy@walkers.example'
  await invite(testServer, group, { name: 'Cy Moe', email, phone: '403-555-0111' })
  const link = await linkMailedTo(testServer, email)
  const superAdminPage = await phones.open({ as: cast.superAdmin, at: `/${group.slug}/members` })
  await expect(superAdminPage.getByText('Cy Moe')).toBeVisible()
  await expect(superAdminPage.getByRole('button', { name: 'Actions for Cy Moe' })).toHaveCount(0)
  await page.reload()
  const actions = page.getByRole('button', { name: 'Actions for Cy Moe' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  await expect(page.getByText('Failed to Send Invitation', { exact: true })).toBeVisible()
  await testServer.db.execute(`update invitations set sent_at = sent_at - interval '2 hours'`)
  await actions.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Invitation Sent', `We sent it to ${email} again.`)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expectToast(page, 'Invitation Withdrawn', `The link sent to ${email} no longer works.`)
  await expect(actions).toHaveCount(0)
  const latePage = await phones.open({ at: link })
  await expect(latePage.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})

test('declines an invitation through the link, without an account', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Saturday Stampede' })
  const email = 'di@walkers.example'
  await invite(testServer, group, { name: 'Di', email, phone: '403-555-0111' })
  const page = await phones.open({ at: await linkMailedTo(testServer, email) })
  await page.getByRole('button', { name: 'Decline Invitation' }).click()
  await page.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invitation Declined' })).toBeVisible()
})

test('edits the name and confirms a phone on the profile', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group()
  const member = await testServer.make.member(group, { name: 'Bo Lee' })
  await testServer.db.execute(
    `update golfers set phone_confirmed_at = null, phone_number = null where id = ${member.id}`,
  )
  const page = await phones.open({ as: member, at: `/${group.slug}/profile` })
  const me = page.getByRole('region', { name: 'About me' })
  await me.getByRole('button', { name: 'Edit name' }).click()
  await me.getByLabel('Name').fill('B')
  await me.getByLabel('Name').press('Enter')
  await expect(me.getByText('Name must be at least 2 characters')).toBeVisible()
  await me.getByLabel('Name').fill('Bo Li')
  await me.getByLabel('Name').press('Enter')
  await expectToast(page, 'Name Updated', 'Your buddies now see your new name.')
  await expect(me.getByRole('heading', { name: 'Bo Li' })).toBeVisible()
  await expect(me.getByRole('button', { name: 'Edit name' })).toBeFocused()

  await expect(
    me.getByText("We won't text this number until you confirm it's yours."),
  ).toBeVisible()
  await me.getByRole('button', { name: 'Confirm phone' }).click()
  await expectToast(page, 'Phone Confirmed', 'Thanks for confirming that this number is yours.')
  await expect(me.getByRole('button', { name: 'Confirm phone' })).toHaveCount(0)
})

async function invite(
  testServer: TestServer,
  group: TestGroup & { owner: TestGolfer },
  contact: { name: string; email: string; phone: string },
): Promise<void> {
  const answer = await testServer.server
    .phone(group.owner.session)
    .post(`/api/groups/${group.id}/members`, contact)
  expect(answer.status).toBe(201)
}

async function linkMailedTo(testServer: TestServer, address: string): Promise<string> {
  const link = async () => {
    const mails = await testServer.emailsTo(address)
    return /\/welcome\/[\w-]+$/m.exec(mails.at(-1)?.body ?? '')?.[0] ?? ''
  }
  await expect.poll(link).not.toBe('')
  return link()
}
