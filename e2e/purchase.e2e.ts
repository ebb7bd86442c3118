import { expect, test } from './testing/journey.ts'
import { CARD_NUMBERS, expectPaymentStatus, fillCard } from './testing/paying.ts'
import { dateIn, expectToast, pickDate } from './testing/screen-parts.ts'

test('buys a group that works', async ({ testServer, phones }) => {
  const email = 'paula@purchasers.example'
  const page = await phones.open({ at: '/purchase' })

  await test.step('the form leads to the payment page', async () => {
    await page.getByLabel('Group Name').fill('Paid Pars')
    await page.getByLabel('Your Name').fill('Paula Purchase')
    await page.getByLabel('Your Email').fill(email)
    await page.getByLabel('Your Phone').fill('403-555-0142')
    await page.getByRole('button', { name: 'Buy Now' }).dblclick()
    await expect(page).toHaveURL(/\/sandbox\/checkout\//)
    await expect(page.getByText('Test mode: no card is charged')).toBeVisible()
    await expect(page.getByText('Paid Pars')).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
  })

  await test.step('going back charges nothing, and the payment can continue', async () => {
    await page.getByRole('link', { name: 'Cancel and Go Back' }).click()
    await expect(page.getByRole('heading', { name: 'Payment Cancelled' })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await page.getByRole('link', { name: 'Fill out the form again' }).click()
    await expect(page.getByLabel('Group Name')).toBeVisible()
    await page.getByRole('link', { name: 'Continue to Payment' }).click()
  })

  await test.step('a declined card, then a good one', async () => {
    const payButton = page.getByRole('button', { name: 'Pay $39.95' })
    await fillCard(page, CARD_NUMBERS.declined)
    await payButton.click()
    await expectToast(page, 'Payment Failed', 'Your card was declined.')
    await fillCard(page, CARD_NUMBERS.good)
    await payButton.click()
    await expect(page).toHaveURL('/purchase?payment=success')
    await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeFocused()
    await expect(page.getByText("We're confirming the payment for Paid Pars")).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
  })

  await test.step('the link in the email signs in', async () => {
    const readLinks = async () =>
      (await testServer.emailsTo(email)).map(({ body }) => /\/welcome\/[\w-]+$/m.exec(body)?.[0])
    await expect.poll(readLinks).toContainEqual(expect.any(String))
    await page.goto((await readLinks()).find((link) => link !== undefined) ?? '')
    await page.getByLabel('Choose a Password').fill('nineteenth-hole')
    await page.getByRole('button', { name: 'Start the Group' }).click()
    await expect(page).toHaveURL('/paid-pars')
    await expectPaymentStatus(testServer, 'paid-pars', { status: 'active', payments: 1 })
  })

  await test.step('the group works and is paid', async () => {
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill('Confederation Park')
    await pickDate(page, dateIn(3))
    await dialog.getByLabel('Time', { exact: true }).fill('08:12')
    await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
    await expect(page.getByRole('article', { name: 'Confederation Park,' })).toBeVisible()
    await page.getByRole('link', { name: 'Profile' }).click()
    await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
  })
})

test('lets a golfer with an account buy a group, which starts after the payment', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ name: 'Ann Lee' })
  const answer = await testServer.server.phone().post('/api/purchase/direct', {
    groupName: 'Thursday Eagles',
    slug: 'thursday-eagles',
    adminName: 'Somebody Else',
    adminEmail: golfer.email,
    adminPhone: '403-555-0142',
  })
  const { subscriptionUrl } = answer.body as { subscriptionUrl: string }
  const page = await phones.open({ as: golfer, at: new URL(subscriptionUrl).pathname })
  await fillCard(page, CARD_NUMBERS.good)
  await page.getByRole('button', { name: 'Pay $39.95' }).click()
  await expect(page.getByRole('heading', { name: 'Payment Processing' })).toBeVisible()
  await expect
    .poll(
      async () =>
        (
          await testServer.db.$client.query('select 1 from groups where slug = $1', [
            'thursday-eagles',
          ])
        ).rowCount,
    )
    .toBe(1)
  await expect
    .poll(async () => (await testServer.emailsTo(golfer.email)).map(({ subject }) => subject))
    .toEqual(['Start Thursday Eagles on Fourball', 'Payment received for Thursday Eagles'])
  await page.goto('/thursday-eagles/profile')
  await expect(page.getByRole('heading', { name: 'Active Subscription' })).toBeVisible()
})

test('leaves out names on the return pages when the tab has no stored purchase', {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open({ at: '/purchase?payment=success' })
  await expect(page.getByText("We're confirming the payment for your group")).toBeVisible()
  await page.goto('/purchase?payment=cancelled')
  await expect(page.getByText("You weren't charged.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue to Payment' })).toHaveCount(0)
})
