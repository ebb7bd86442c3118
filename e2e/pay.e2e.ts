import { tabTo } from './testing/by-keyboard.ts'
import { expect, test } from './testing/journey.ts'
import {
  CARD_NUMBERS,
  expectPaymentStatus,
  fillCard,
  formatLongDate,
  pay,
  payButtonOn,
  paymentStatusOf,
} from './testing/paying.ts'
import { expectToast } from './testing/screen-parts.ts'

const DAY_MS = 86_400_000
/**
 * The length of six months: 181 to 184 days, or up to 999 ms less, because the payment provider rounds times
 * down to seconds.
 */
const SIX_MONTHS_MS = { from: 181 * DAY_MS - 999, to: 184 * DAY_MS }
const THANKS_MESSAGE = 'Thank you. See you on the first tee.'
const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS)

test('keeps the 3 remaining trial days when a trial is paid for', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const trialEnd = daysFromNow(2.9)
  const group = await testServer.make.group({ expiryDate: trialEnd })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const banner = page.getByRole('region', { name: 'Trial' })
  await expect(banner.getByText('Trial expires in 3 days')).toBeVisible()
  await banner.getByRole('link', { name: 'Upgrade' }).click()
  await expect(page).toHaveURL(`/${group.slug}/subscribe`)
  await expect(page.getByText('3 days left in the trial')).toBeVisible()
  await expect(page.getByText(/the next payment will be on \w+ \d+, \d{4}\./)).toBeVisible()
  await expect(page.getByText('Test mode: no card is charged')).toBeVisible()

  await fillCard(page, CARD_NUMBERS.good)
  await payButtonOn(page).dblclick()
  await expectToast(page, 'Payment Successful', THANKS_MESSAGE)
  await expect(page).toHaveURL(`/${group.slug}`)
  await expect(banner).toHaveCount(0)

  await expectPaymentStatus(testServer, group.slug, { status: 'active', renews: true, payments: 1 })
  const { expiryDate } = await paymentStatusOf(testServer, group.slug)
  const addedMs = (expiryDate?.getTime() ?? 0) - trialEnd.getTime()
  expect(addedMs).toBeGreaterThanOrEqual(SIX_MONTHS_MS.from)
  expect(addedMs).toBeLessThanOrEqual(SIX_MONTHS_MS.to)

  await page.getByRole('link', { name: 'Profile' }).click()
  const subscriptionCard = page.getByRole('region', { name: 'Subscription' })
  await expect(subscriptionCard.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
  await expect(subscriptionCard).toContainText(
    `Next payment ${formatLongDate(expiryDate ?? trialEnd)}`,
  )

  await test.step('the portal shows the same date', async () => {
    await subscriptionCard.getByRole('button', { name: /Manage/ }).click()
    const end = new Date(Math.floor((expiryDate ?? trialEnd).getTime() / 1_000) * 1_000)
    // Wait, because a reload fails while the browser is still navigating.
    await expect(page.getByText(/^Renews on/)).toBeVisible()
    await expect
      .poll(async () => {
        await page.reload()
        return page.getByText(/^Renews on/).textContent()
      })
      .toBe(`Renews on ${new Intl.DateTimeFormat('en-US', { dateStyle: 'long' }).format(end)}.`)
  })
})

test('changes nothing when a card is declined or not approved', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const trialEnd = daysFromNow(5)
  const group = await testServer.make.group({ expiryDate: trialEnd })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/subscribe` })
  const unpaidStatus = { status: null, expiryDate: trialEnd, payments: 0 }

  await test.step('declined', async () => {
    await fillCard(page, CARD_NUMBERS.declined)
    await payButtonOn(page).click()
    // Both a message above the button and the toast show the reason.
    await expect(
      page.getByRole('region', { name: 'Payment' }).getByText('Your card was declined.'),
    ).toBeVisible()
    await expectToast(page, 'Payment Failed', 'Your card was declined.')
    await expect(page).toHaveURL(`/${group.slug}/subscribe`)
    expect(await paymentStatusOf(testServer, group.slug)).toMatchObject(unpaidStatus)
    const refusal = page
      .getByRole('region', { name: 'Payment' })
      .getByText('Your card was declined.')
    await expect(refusal).toBeVisible()
    await page.getByLabel('CVC').fill('12')
    await expect(refusal).toHaveCount(0)
  })

  await test.step('not approved', async () => {
    await fillCard(page, CARD_NUMBERS.askingTheBank)
    await payButtonOn(page).click()
    const bank = page.getByRole('dialog', { name: 'Test Bank' })
    await bank.getByRole('button', { name: 'Decline' }).click()
    await expectToast(
      page,
      'Payment Failed',
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    )
    expect(await paymentStatusOf(testServer, group.slug)).toMatchObject(unpaidStatus)
  })

  await test.step('approved', async () => {
    await payButtonOn(page).click()
    const bank = page.getByRole('dialog', { name: 'Test Bank' })
    await bank.getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'Payment Successful', THANKS_MESSAGE)
    await expectPaymentStatus(testServer, group.slug, { status: 'active', payments: 1 })
  })
})

test('charges once when two tabs pay at the same time', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ expiryDate: daysFromNow(3) })
  const open = () => phones.open({ as: group.owner, at: `/${group.slug}/subscribe` })
  const tabs = await Promise.all([open(), open()])
  for (const tab of tabs) await fillCard(tab, CARD_NUMBERS.good)
  await Promise.all(tabs.map((tab) => payButtonOn(tab).click()))
  for (const tab of tabs) await expect(tab).toHaveURL(`/${group.slug}`)
  await expectPaymentStatus(testServer, group.slug, { status: 'active', payments: 1 })
  const { expiryDate } = await paymentStatusOf(testServer, group.slug)
  expect(expiryDate?.getTime()).toBeLessThan(daysFromNow(3).getTime() + SIX_MONTHS_MS.to)
})

test('pays from an empty form with the keyboard only', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ expiryDate: daysFromNow(3) })
  const at = `/${group.slug}/subscribe`
  const page = await phones.open({ as: group.owner, at, viewport: { width: 1280, height: 800 } })
  const { keyboard } = page
  await tabTo(page, 'button', 'Pay $39.95 for 6 months')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Card Number')).toBeFocused()
  await expect(page.getByText('Card number is required')).toBeVisible()
  await keyboard.type('4000002500003155')
  await tabTo(page, 'textbox', 'Expiration Date')
  await keyboard.type('1234')
  await tabTo(page, 'textbox', 'CVC')
  await keyboard.type('123')
  await keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Approve' })).toBeFocused()
  await keyboard.press('Enter')
  await expectToast(page, 'Payment Successful', THANKS_MESSAGE)
  await expectPaymentStatus(testServer, group.slug, { status: 'active', payments: 1 })
})

test('keeps a group without renewal until its paid time ends, and marks a failed renewal as past due', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group({
    name: 'Monday Mulligans',
    expiryDate: daysFromNow(3),
  })
  await pay(testServer, group)
  const { expiryDate } = await paymentStatusOf(testServer, group.slug)
  const until = formatLongDate(expiryDate ?? new Date(0))
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/profile` })
  const subscriptionCard = page.getByRole('region', { name: 'Subscription' })
  const openPortal = async () => {
    await subscriptionCard.getByRole('button', { name: /Manage/ }).click()
    await expect(page.getByRole('heading', { name: 'Card and Invoices' })).toBeVisible()
  }
  const goBackToApp = () => page.getByRole('link', { name: 'Back to Fourball' }).click()

  await test.step('cancel', async () => {
    await openPortal()
    await expect(page.getByText('Test mode: no card is charged')).toBeVisible()
    await page.getByRole('button', { name: 'Cancel Subscription' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('The group will stay active until')
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
    await expect(page.getByRole('button', { name: 'Keep Subscription' })).toBeVisible()
    await goBackToApp()
    await expect(page).toHaveURL(`/${group.slug}/profile`)
    await expect(subscriptionCard).toContainText(`Ends ${until}`)
    await expectPaymentStatus(testServer, group.slug, {
      status: 'active',
      renews: false,
      expiryDate,
    })
  })

  await test.step('undo the cancellation', async () => {
    await openPortal()
    await page.getByRole('button', { name: 'Keep Subscription' }).click()
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible()
    await expectPaymentStatus(testServer, group.slug, { status: 'active', renews: true })
  })

  await test.step('another card, which cannot renew', async () => {
    await page.getByLabel('New Test Card').selectOption('pm_card_chargeCustomerFail')
    await page.getByRole('button', { name: 'Change Card' }).click()
    await expect(page.getByText('Test card ending in 0341')).toBeVisible()
    await page.getByText('Test Tools').click()
    await page.getByRole('button', { name: 'Renew Now' }).click()
    await expect(page.getByText('Past due', { exact: true })).toBeVisible()
    await expectPaymentStatus(testServer, group.slug, { status: 'past_due', payments: 1 })
    await goBackToApp()
    await expect(subscriptionCard.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
    await expect
      .poll(async () =>
        (await testServer.emailsTo(group.owner.email)).map(({ subject }) => subject),
      )
      .toContain('The payment for Monday Mulligans failed')
  })

  await test.step('pay after all', async () => {
    await subscriptionCard.getByRole('link', { name: 'Pay Now' }).click()
    // After a failed payment, the form comes before the benefits on a phone.
    const form = page.getByRole('heading', { name: 'Payment', exact: true })
    const benefits = page.getByText('for 6 months, for the whole group')
    await expect
      .poll(async () => {
        const [formBox, benefitsBox] = [await form.boundingBox(), await benefits.boundingBox()]
        return formBox !== null && benefitsBox !== null && formBox.y < benefitsBox.y
      })
      .toBe(true)
    await fillCard(page, CARD_NUMBERS.good)
    await payButtonOn(page).click()
    await expectToast(page, 'Payment Successful', THANKS_MESSAGE)
    await expectPaymentStatus(testServer, group.slug, {
      status: 'active',
      renews: true,
      payments: 2,
    })
  })
})
