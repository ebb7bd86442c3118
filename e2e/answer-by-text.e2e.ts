import type { Page } from '@playwright/test'
import { DEMO_GOLFERS } from '../tools/demo/demo-group.ts'
import { postTeeTime } from './testing/actions.ts'
import { test as base, expect } from './testing/journey.ts'
import { cardOf, expectToast, playersOn } from './testing/screen-parts.ts'
import { startLocalTestServer, type TestServer } from './testing/test-server.ts'

/**
 * A journey in local mode, as on a first `npm start`: phones are simulated, and anyone on this machine can
 * open the outbox.
 */
const test = base.extend<object, { testServer: TestServer }>({
  testServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern.
    async ({}, use) => {
      const testServer = await startLocalTestServer()
      await use(testServer)
      await testServer.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

// Each worker starts an app, which takes seconds, so one worker runs all tests of this file.
test.describe.configure({ mode: 'default' })

const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false }

const threadOf = (page: Page, name: string) =>
  page.getByRole('region', { name: `Texts to ${name}`, exact: true })

const textsOf = (page: Page, name: string) => threadOf(page, name).locator('li[data-direction] p')

async function sendText(page: Page, name: string, body: string): Promise<void> {
  const field = page.getByLabel(`Text from ${name}`, { exact: true })
  await field.fill(body)
  await field.press('Enter')
  await expect(field).toHaveValue('')
}

test('claims a spot by replying to a text, and shows it to the others', async ({
  testServer: { make, server },
  phones,
}) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const ben = await make.golfer({ name: 'Ben Adams', phone: '403-555-0142' })
  const group = await make.group({ name: 'Fairway Friends', owner: anna })
  await make.member(group, { golfer: ben })
  const saveResponse = await server.phone(ben.session).put('/api/my-preferences', {
    textConsent: true,
    quietHours: { from: '00:00', to: '00:00' },
  })
  expect(saveResponse.status).toBe(200)

  const outbox = await phones.open({ at: '/outbox', ...DESKTOP })
  await outbox.getByLabel('Find a Phone').fill('ben')
  await expect(threadOf(outbox, 'Ben Adams')).toContainText('No texts yet')
  const annasPage = await phones.open({ as: anna, at: `/${group.slug}` })
  await postTeeTime(annasPage)
  const card = cardOf(annasPage, 'Inglewood')
  await expect(playersOn(card)).toHaveText(['Anna Berg'])

  await test.step('the text says what, when and where, and links to the card', async () => {
    const alert = textsOf(outbox, 'Ben Adams').last()
    await expect(alert).toContainText(/#1 .*Inglewood.*Reply IN 1/)
    await expect(alert.getByRole('link')).toHaveAttribute('href', `/${group.slug}?t=1`)
    await expect(outbox.getByText(/^Ben Adams: Fourball: /)).toHaveCount(1)
  })

  await test.step('IN claims the spot', async () => {
    await sendText(outbox, 'Ben Adams', 'in 1.')
    await expect(textsOf(outbox, 'Ben Adams').last()).toContainText("You're in")
    await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams'])
  })

  await test.step('OUT gives the spot back', async () => {
    await sendText(outbox, 'Ben Adams', 'OUT 1')
    await expect(playersOn(card)).toHaveText(['Anna Berg'])
    await expect(textsOf(outbox, 'Ben Adams')).toHaveCount(5)
  })

  await test.step('LIST shows open tee times, and 1 picks one', async () => {
    await sendText(outbox, 'Ben Adams', 'LIST')
    await expect(textsOf(outbox, 'Ben Adams').last()).toContainText(/1\) #1 .*Inglewood/)
    await sendText(outbox, 'Ben Adams', '1')
    await expect(textsOf(outbox, 'Ben Adams').last()).toContainText("You're in")
    await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams'])
  })

  await test.step('no texts arrive after STOP', async () => {
    await sendText(outbox, 'Ben Adams', 'stop')
    await expect(textsOf(outbox, 'Ben Adams')).toHaveCount(11)
    await expect(textsOf(outbox, 'Ben Adams').last()).toContainText("won't get any more texts")
    await annasPage
      .getByRole('article', { name: 'Inglewood,' })
      .getByRole('button', { name: 'Cancel' })
      .click()
    await annasPage.getByRole('button', { name: 'Cancel Tee Time' }).click()
    await outbox.getByRole('link', { name: 'Emails' }).click()
    const mail = outbox.getByRole('link', { name: ben.email })
    await expect(mail.filter({ hasText: /cancel/i })).toHaveCount(1)
    await outbox.getByRole('link', { name: 'Texts', exact: true }).click()
    await expect(textsOf(outbox, 'Ben Adams')).toHaveCount(11)
  })
})

test('shows sample texts and emails after a first start', { tag: '@thorough' }, async ({
  phones,
}) => {
  const outbox = await phones.open({ at: '/outbox', ...DESKTOP })
  await expect(outbox.getByText('Local mode: nothing here leaves this machine')).toBeVisible()
  for (const { name, noTextsReason } of DEMO_GOLFERS as readonly {
    name: string
    noTextsReason?: string
  }[]) {
    const receivedTexts = textsOf(outbox, name)
    // Golfers who posted a tee time also get texts about its players, so look only for this text.
    const newTeeTimesText = receivedTexts.filter({ hasText: /\d new tee times .*Reply LIST/ })
    if (noTextsReason === undefined) await expect(newTeeTimesText).toHaveCount(1)
    if (noTextsReason === 'never') await expect(receivedTexts).toHaveText([/Reply START for yes/])
    if (noTextsReason === 'stopped')
      await expect(receivedTexts).toHaveText([/Stop$/, /won't get any more texts/])
    if (noTextsReason === 'muted') await expect(receivedTexts).toHaveCount(0)
  }

  // Links in the demo's emails contain port 0, because the demo is created before the server gets its port.
  phones.tolerate(/^A request to another origin: http:\/\/127\.0\.0\.1:0\//)
  await outbox.getByRole('link', { name: 'Emails' }).click()
  await outbox.getByRole('link', { name: 'bo@demo.fourball' }).click()
  const mail = outbox.frameLocator('iframe')
  await expect(mail.getByText('Shaganappi Point').filter({ visible: true }).first()).toBeVisible()
  const openedPage = outbox.context().waitForEvent('page')
  await mail.getByRole('link').first().click()
  await (await openedPage).close()
})

base(
  'shows golfers on other machines only their own phone, after login',
  { tag: '@thorough' },
  async ({ testServer, phones }) => {
    const page = await phones.open({ at: '/outbox' })
    const [, , casey] = DEMO_GOLFERS
    await page.getByLabel('Email').fill(casey.email)
    await page.getByLabel('Password', { exact: true }).fill('fairway-demo')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(textsOf(page, casey.name).last()).toContainText('Fourball: ')
    await expect(page.getByRole('list', { name: 'Phones' }).getByRole('heading')).toHaveText([
      casey.name,
    ])
    await sendText(page, casey.name, 'HELP')
    // The reply may not be the last text, because texts from the demo may arrive after it.
    await expect(
      textsOf(page, casey.name)
        .filter({
          hasText:
            /IN 7 to join #7, OUT 7 to leave, WAIT 7 to get in line, LIST for spots.*Help:.*STOP/,
        })
        .last(),
    ).toBeVisible()
    await test.step('a text that could not be sent stays in its field', async () => {
      phones.tolerate(/status of 503/)
      await page.route('**/api/outbox/reply', (route) => route.fulfill({ status: 503, json: {} }))
      const field = page.getByLabel(`Text from ${casey.name}`)
      await field.fill('LIST')
      await page.getByRole('button', { name: 'Send' }).click()
      const errorMessage = "The text couldn't be sent. Try again in a moment."
      await expectToast(page, 'Failed to Send Text', errorMessage)
      await expect(field).toHaveValue('LIST')
    })
    await page.goto('/outbox?show=emails')
    // This email was sent when the demo turned texts on.
    await expect(page.getByRole('list', { name: 'Emails' }).getByRole('link')).toHaveText([
      /^Texts are on for your Fourball account.*casey@demo\.fourball/,
    ])
    expect(await testServer.emailsTo(casey.email)).toHaveLength(1)
  },
)

base('says so when there is no outbox', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open()
  await page.route('**/api/outbox/phones', (route) =>
    route.fulfill({ status: 404, json: { message: 'Nothing', code: 'NOT_FOUND' } }),
  )
  await page.goto('/outbox')
  await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
  await expect(page.getByText('Local mode')).toHaveCount(0)
})
