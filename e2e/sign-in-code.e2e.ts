import type { Page } from '@playwright/test'
import { hotp } from '../server/platform/totp.ts'
import { fromBase32 } from '../server/system-tests/testing/base32.ts'
import { expect, test } from './testing/journey.ts'

const PASSWORD = 'five birdies and a gull'

/** Returns the code that is valid now or, with `steps`, that many steps of 30 seconds later. */
function codeOf(secret: string, steps = 0): string {
  return hotp(fromBase32(secret), Math.floor(Date.now() / 30_000) + steps)
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

test('signs a super admin in with a code and with a recovery code', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  phones.tolerate(/401|400/)
  const { email, session } = await testServer.make.golfer({
    password: PASSWORD,
    isSuperAdmin: true,
  })
  const page = await phones.open({ as: { session }, at: '/super-admin' })
  await page.getByRole('button', { name: /^Sign-In Code/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Set Up Sign-In Code' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = (await dialog.locator('p.font-mono').textContent()) ?? ''
  const secret = key.replace(/\s/g, '')
  await dialog.getByLabel('6-Digit Code').fill('000000')
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  await expect(dialog.getByText("That code isn't right").first()).toBeVisible()
  await dialog.getByLabel('6-Digit Code').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn On' }).click()
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recoveryCode = (await codes.first().textContent()) ?? ''
  await dialog.getByRole('button', { name: 'I Saved My Codes' }).click()
  await expect(page.getByRole('button', { name: /^Sign-In Code.*On:/ })).toBeVisible()

  const otherPage = await phones.open({ at: '/super-admin-login' })
  await enterPassword(otherPage, email)
  await expect(otherPage.getByLabel('6-Digit Code')).toBeFocused()
  await otherPage.getByLabel('6-Digit Code').fill('000000')
  await otherPage.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(otherPage.getByText("That code isn't right").first()).toBeVisible()
  await otherPage.getByLabel('6-Digit Code').fill(codeOf(secret, 1))
  await otherPage.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(otherPage.getByText('Total Users')).toBeVisible()

  const pageWithoutDevice = await phones.open({ at: '/super-admin-login' })
  await enterPassword(pageWithoutDevice, email)
  await pageWithoutDevice.getByRole('button', { name: 'Use a Recovery Code' }).click()
  await pageWithoutDevice.getByLabel('Recovery Code').fill(recoveryCode.toUpperCase())
  await pageWithoutDevice.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(pageWithoutDevice.getByText('Total Users')).toBeVisible()
})

test('opens the live stream after the code, and does not say before that it reconnects', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const { id, session } = await testServer.make.golfer({ isSuperAdmin: true })
  const phone = testServer.server.phone(session)
  const { body } = await phone.post('/api/auth/sign-in-code/set-up', {})
  const { secret } = body as { secret: string }
  await phone.post('/api/auth/sign-in-code/confirm', { code: codeOf(secret) })

  const page = await phones.open({ as: { session: await testServer.make.signIn(id) } })
  await page.clock.install()
  // Let the server refuse the stream before the page learns that a code is required.
  const refusal = page.waitForResponse('**/api/live')
  await page.route('**/api/auth/me', (route) => refusal.then(() => route.continue()))
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Sign-In Code' })).toBeVisible()
  await page.clock.runFor(3_000)
  await expect(page.getByText(/^Reconnecting/)).toBeHidden()

  const stream = page.waitForResponse((answer) => answer.url().endsWith('/api/live') && answer.ok())
  await page.getByLabel('6-Digit Code').fill(codeOf(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await stream
})

test('refuses a common password while typing and on submit', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  phones.tolerate(/400/)
  const { email } = await testServer.make.golfer()
  await testServer.server.phone().post('/api/auth/forgot-password', { email })
  await expect.poll(async () => (await testServer.emailsTo(email)).length).toBe(1)
  const [mail] = await testServer.emailsTo(email)
  const path = /\/welcome\/[\w-]+$/m.exec(mail?.body ?? '')?.[0] ?? ''
  const page = await phones.open({ at: path })
  const password = page.getByLabel('New Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/^At least 6 characters/)
  await password.fill('123456')
  await expect(page.getByText('This password is common')).toBeVisible()
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('This password is common').first()).toBeVisible()
})
