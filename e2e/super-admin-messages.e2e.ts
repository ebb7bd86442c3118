import { deliveries } from '../server/messaging/schema.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

test('finds a failed message, sends it again and removes it from the list', {
  tag: '@thorough',
}, async ({ testServer, cast, phones }) => {
  const owner = await testServer.make.golfer({ name: 'Fay Failed' })
  const group = await testServer.make.group({ name: 'Failing Fairways', owner })
  await testServer.db.insert(deliveries).values({
    event: 'ownership',
    golferId: owner.id,
    groupId: group.id,
    key: `failed:${group.id}`,
    channel: 'email',
    status: 'failed',
    recipient: owner.email,
    tries: 10,
    errorCode: 'unavailable',
    createdAt: new Date(),
  })
  const page = await phones.open({ as: cast.superAdmin, at: '/super-admin' })
  await page.getByRole('link', { name: /^Messages/ }).click()
  await expect(page).toHaveURL('/super-admin/messages')
  await page.getByRole('link', { name: 'By Group and Day' }).click()
  await page.getByLabel('Search daily totals').fill('failing')
  await page.getByRole('link', { name: 'Failing Fairways' }).click()
  await page.getByLabel('Show').selectOption('Failed')
  await expect(page).toHaveURL(/status=failed/)
  const row = page.getByRole('row').filter({ hasText: 'Fay Failed' })
  await expect(row).toContainText("The provider didn't respond")
  await expect(page.getByRole('main')).not.toContainText(owner.email)

  await row.getByRole('button', { name: 'Resend the message to Fay Failed' }).click()
  await expectToast(page, 'Message Queued', "We'll send it again.")
  await expect(page.getByRole('heading', { name: 'No Messages Found' })).toBeVisible()
  await page.getByRole('button', { name: 'Show All' }).click()
  await page.getByLabel('Search messages').fill('fay failed')
  await expect(row).toContainText('Sent')
  expect(await testServer.emailsTo(owner.email)).toHaveLength(1)

  await page.goto('/super-admin?table=audit-log&search=fay')
  await expect(page.getByText('resent a failed message to Fay Failed.')).toBeVisible()
})

test('refuses everyone but super admins', { tag: '@thorough' }, async ({ cast, phones }) => {
  for (const as of [undefined, cast.demoOwner]) {
    const page = await phones.open({ as, at: '/super-admin/messages' })
    await expect(page).toHaveURL('/super-admin-login')
  }
})
