import { expect, type Page } from '@playwright/test'
import { DEFAULT_TIME_ZONE } from '../../contract/limits.ts'
import type { TestGroup } from '../../server/system-tests/testing/factories.ts'
import type { TestServer } from './test-server.ts'

export const CARD_NUMBERS = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  askingTheBank: '4000 0025 0000 3155',
} as const

const longDateFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: DEFAULT_TIME_ZONE,
})

export function formatLongDate(date: Date): string {
  return longDateFormat.format(date)
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card Number').fill(number)
  await page.getByLabel('Expiration Date').fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
}

export const payButtonOn = (page: Page) =>
  page.getByRole('button', { name: 'Pay $39.95 for 6 months', exact: true })

interface PaymentStatus {
  readonly status: string | null
  readonly expiryDate: Date | null
  readonly renews: boolean
  readonly payments: number
}

export async function paymentStatusOf(
  testServer: TestServer,
  slug: string,
): Promise<PaymentStatus> {
  const { rows } = await testServer.db.$client.query<PaymentStatus>(
    `select subscription_status as status, expiry_date as "expiryDate", renews,
       (select count(*)::int from payments where group_id = groups.id and paid_at is not null) as payments
     from groups where slug = $1`,
    [slug],
  )
  const [row] = rows
  if (row === undefined) throw new Error(`There is no group ${slug}`)
  return row
}

export async function expectPaymentStatus(
  testServer: TestServer,
  slug: string,
  expected: Partial<PaymentStatus>,
): Promise<void> {
  await expect.poll(() => paymentStatusOf(testServer, slug)).toMatchObject(expected)
}

/** Pays for a group without a browser, and waits until the group is paid. */
export async function pay(testServer: TestServer, { id, slug, owner }: TestGroup): Promise<void> {
  const phone = testServer.server.phone(owner.session)
  const paymentStart = await phone.post('/api/create-subscription', { groupId: id })
  const { clientSecret } = paymentStart.body as { clientSecret: string }
  const confirmation = await phone.post('/api/sandbox/confirm', {
    clientSecret,
    card: 'pm_card_visa',
  })
  expect(confirmation.body).toEqual({ outcome: 'paid' })
  await expectPaymentStatus(testServer, slug, { status: 'active' })
}
