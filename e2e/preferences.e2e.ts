import { alertKind } from '../contract/alerts.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

test('lets me agree to texts, choose channels and times, and withdraw my consent', async ({
  testServer,
  phones,
}) => {
  const golfer = await testServer.make.golfer({ phone: '403-555-0171' })
  const group = await testServer.make.group({ name: 'Muted Mornings' })
  await testServer.make.member(group, { golfer })
  const page = await phones.open({ as: golfer, at: `/${group.slug}/profile` })
  const messages = page.getByRole('region', { name: 'Messages' })
  const consentBox = messages.getByRole('checkbox', { name: /^I agree to get texts from Fourball/ })
  await expect(messages).toContainText('You get messages by email.')
  await expect(consentBox).not.toBeChecked()
  const agreeButton = messages.getByRole('button', { name: 'Get Texts at (403) 555-0171' })
  await agreeButton.click()
  await expect(messages.getByText('Check the box to get texts')).toBeVisible()
  await expect(consentBox).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Texts Turned On', "We'll text (403) 555-0171.")
  await expect(messages).toContainText('Texts go to (403) 555-0171.')
  await expect(messages.getByRole('heading', { name: 'Messages' })).toBeFocused()

  const chooseButton = messages.getByRole('button', { name: 'Choose Messages' })
  await chooseButton.click()
  const dialog = page.getByRole('dialog', { name: 'Choose Messages' })
  await expect(dialog.getByLabel('A tee time is posted')).toBeFocused()
  await dialog.getByLabel('A tee time is posted').selectOption('Email')
  await dialog.getByLabel(/^A group I own/).selectOption('Off')
  await dialog.getByText('9:00 PM to 8:00 AM').click()
  await dialog.getByLabel('From', { exact: true }).fill('22:30')
  await dialog.getByText('Muted Groups', { exact: true }).click()
  await dialog.getByRole('switch', { name: 'Mute Muted Mornings' }).check()

  phones.tolerate(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
  await page.route('**/api/my-preferences', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(
    page,
    'Not Sure It Went Through',
    "We didn't get a response from Fourball. Check whether your change went through before you try again.",
  )
  await page.unroute('**/api/my-preferences')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Choices Saved', 'Your choices have been saved.')
  await expect(dialog).toBeHidden()
  await expect(chooseButton).toBeFocused()

  const stored = await testServer.server.phone(golfer.session).get('/api/my-preferences')
  expect(stored.body).toMatchObject({
    channels: { posted: 'email', mine: 'text', trial: 'off' },
    quietHours: { from: '22:30', to: '08:00' },
    // Chromium may use the zone's older name.
    timeZone: expect.stringMatching(/^Asia\/Kath?mandu$/),
    groups: [{ muted: true }],
  })
  await page.reload()
  await chooseButton.click()
  await expect(dialog.getByText('10:30 PM to 8:00 AM')).toBeVisible()
  await expect(dialog.getByLabel('A tee time is posted')).toHaveValue('email')
  await page.keyboard.press('Escape')

  await messages.getByRole('button', { name: 'Turn Off Texts' }).click()
  await expectToast(page, 'Texts Turned Off', 'Messages set to "Text" now come by email.')
  await expect(consentBox).not.toBeChecked()

  const byEmail = Object.fromEntries(alertKind.options.map((kind) => [kind, 'email']))
  await testServer.server.phone(golfer.session).put('/api/my-preferences', { channels: byEmail })
  await consentBox.check()
  await agreeButton.click()
  await expectToast(
    page,
    'Texts Turned On',
    'To get texts, set messages to "Text" under "Choose Messages."',
  )
})

test('emails me a link that confirms my email, so that texts can start', async ({
  testServer,
  phones,
}) => {
  const phone = '403-555-0173'
  const golfer = await testServer.make.golfer({ phone, proven: false, phoneConfirmed: true })
  const group = await testServer.make.group()
  await testServer.make.member(group, { golfer })
  const page = await phones.open({ as: golfer, at: `/${group.slug}/profile` })
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('checkbox', { name: /^I agree to get texts from Fourball/ }).check()
  await messages.getByRole('button', { name: 'Get Texts at (403) 555-0173' }).click()
  await expect(messages).toContainText("We'll text (403) 555-0173 once you confirm your email.")
  await messages.getByRole('button', { name: 'Email Me a Link' }).click()
  await expectToast(page, 'Check Your Email', 'A link to set a new password is on its way.')

  const linkPattern = /\/welcome\/[\w-]+$/m
  const findMail = async () =>
    (await testServer.emailsTo(golfer.email))
      .map(({ body }) => body)
      .find((body) => linkPattern.test(body))
  await expect.poll(findMail).toBeDefined()
  await page.goto(linkPattern.exec((await findMail()) ?? '')?.[0] ?? '')
  await page.getByLabel('New Password').fill('four birdies in a row')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('button', { name: 'Create New Tee Time' })).toBeVisible()
  await page.goto(`/${group.slug}/profile`)
  await expect(messages).toContainText('Texts go to (403) 555-0173.')
})

test('turns a kind of email off through its link and on again in the profile', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ phone: '403-555-0172' })
  const group = await testServer.make.group()
  await testServer.make.member(group, { golfer })
  await testServer.make.teeTime(group, { course: 'Lakeview' })
  const linkPattern = /\/unsubscribe\/\w+\/posted/
  await expect
    .poll(async () => (await testServer.emailsTo(golfer.email)).at(-1)?.body)
    .toMatch(linkPattern)
  const [path = ''] =
    linkPattern.exec((await testServer.emailsTo(golfer.email)).at(-1)?.body ?? '') ?? []

  // The link in the email needs no session. The URL in the email's List-Unsubscribe header redirects to the
  // same page.
  const page = await phones.open({ at: `/api${path}` })
  await expect(page).toHaveURL(path)
  await expect(page.getByRole('heading', { name: 'A tee time is posted' })).toBeVisible()
  await page.getByRole('button', { name: 'Turn Off' }).click()
  await expect(page.getByRole('status')).toContainText('These are off.')
  await page.reload()
  await expect(page.getByRole('status')).toContainText('These are off.')

  const golferPage = await phones.open({ as: golfer, at: path })
  await golferPage.getByRole('link', { name: 'Go to My Profile' }).click()
  await golferPage.getByRole('button', { name: 'Choose Messages' }).click()
  const dialog = golferPage.getByRole('dialog', { name: 'Choose Messages' })
  await expect(dialog.getByLabel('A tee time is posted')).toHaveValue('off')
  await dialog.getByLabel('A tee time is posted').selectOption('Text')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectToast(golferPage, 'Choices Saved', 'Your choices have been saved.')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Turn Off' })).toBeVisible()
})
