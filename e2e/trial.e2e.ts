import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, pickDate, signIn } from './testing/screen-parts.ts'
import type { TestServer } from './testing/test-server.ts'

const PASSWORD = 'nineteenth-hole'

test('goes from the landing page to the first tee time', async ({ testServer, phones }) => {
  const email = 'wendy@walkers.example'
  const page = await phones.open({ at: '/' })

  await test.step('sign up', async () => {
    await page.getByLabel('Group Name').fill('Wednesday Walkers')
    await page.getByLabel('Your Name').fill('Wendy Walker')
    await page.getByLabel('Your Email').fill(email)
    await page.getByLabel('Your Phone').fill('403-555-0142')
    await page.getByRole('button', { name: 'Start Free Trial' }).dblclick()
    await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeVisible()
  })

  await test.step('set a password through the link in the email', async () => {
    await page.goto(await linkMailedTo(testServer, email, 'Start Wednesday Walkers on Fourball'))
    await expect(page.getByRole('heading', { name: 'Wednesday Walkers' })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByLabel('Choose a Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Start the Group' }).click()
    await expect(page).toHaveURL('/wednesday-walkers')
  })

  await test.step('post the first tee time', async () => {
    await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill('Confederation Park')
    await pickDate(page, dateIn(3))
    await dialog.getByLabel('Time', { exact: true }).fill('08:12')
    await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
    await expect(cardOf(page, 'Confederation Park')).toBeVisible()
  })

  await test.step('the used link no longer works, and the password signs in', async () => {
    const link = await linkMailedTo(testServer, email, 'Start Wednesday Walkers on Fourball')
    const otherPage = await phones.open({ at: link })
    await expect(
      otherPage.getByRole('heading', { name: 'This link no longer works' }),
    ).toBeVisible()
    await otherPage.getByRole('link', { name: 'Sign In' }).click()
    await signIn(otherPage, email, PASSWORD)
    await expect(otherPage).toHaveURL('/dashboard')
    await otherPage.goto(link)
    await expect(otherPage.getByText("You're signed in.")).toBeVisible()
    await otherPage.getByRole('link', { name: 'Go to My Golf' }).click()
    await expect(otherPage).toHaveURL('/dashboard')
  })
})

test('starts a group through the link for a golfer who has an account, keeping the password', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ name: 'Ann Lee', password: PASSWORD })
  const answer = await testServer.server.phone().post('/api/trial/signup', {
    groupName: 'Thursday Threeball',
    slug: 'thursday-threeball',
    adminName: 'Somebody Else',
    adminEmail: golfer.email,
    adminPhone: '403-555-0142',
  })
  expect(answer.status).toBe(200)
  const link = await linkMailedTo(testServer, golfer.email, 'Start Thursday Threeball on Fourball')
  const page = await phones.open({ at: link })
  const startButton = page.getByRole('button', { name: 'Start Thursday Threeball' })
  await expect(startButton).toBeVisible()
  const otherPage = await phones.open({ at: link })
  await otherPage.getByRole('button', { name: 'Start Thursday Threeball' }).click()
  await expectToast(otherPage, 'Group Created!', 'Invite your golf buddies next.')
  await expect(otherPage).toHaveURL('/thursday-threeball')
  await startButton.click()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await page.goto('/thursday-threeball')
  await signIn(page, golfer.email, PASSWORD)
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
})

test('resets a forgotten password and ends the old sessions', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ name: 'Bo Li', password: 'forgotten-long-ago' })
  const group = await testServer.make.group({ name: 'Friday Foursome', owner: golfer })
  const oldPage = await phones.open({ as: golfer, at: `/${group.slug}` })
  await expect(oldPage.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()

  const page = await phones.open({ at: `/${group.slug}` })
  await requestNewLink(page, 'nobody@club.example')
  await requestNewLink(page, golfer.email)
  await page.goto(await linkMailedTo(testServer, golfer.email, 'Set a new password for Fourball'))
  await page.getByLabel('New Password').fill('short')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
  await page.getByLabel('New Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  await expect(oldPage.getByRole('button', { name: 'Sign In' })).toBeVisible()
  await signIn(oldPage, golfer.email, PASSWORD)
  await expect(oldPage).toHaveURL(`/${group.slug}`)
  expect(await testServer.emailsTo('nobody@club.example')).toEqual([])
})

async function requestNewLink(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Forgot Password?' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toHaveValue(email)
  await dialog.getByRole('button', { name: 'Send Link' }).click()
  await expect(dialog).toContainText(`If ${email} has an account, a link to set a new password is`)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Forgot Password?' })).toBeFocused()
}

async function linkMailedTo(
  testServer: TestServer,
  address: string,
  subject: string,
): Promise<string> {
  const findMails = async () =>
    (await testServer.emailsTo(address)).filter((mail) => mail.subject === subject)
  await expect.poll(findMails).toHaveLength(1)
  const [mail] = await findMails()
  return /\/welcome\/[\w-]+$/m.exec(mail?.body ?? '')?.[0] ?? ''
}
