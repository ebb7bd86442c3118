import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { emailsTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://golf.example' } })
  make = factories(app.ctx)
})
afterAll(() => app.close())

const changePassword = (session: string, currentPassword: string) =>
  app.phone(session).post('/api/auth/change-password', {
    currentPassword,
    newPassword: 'greenside',
    confirmPassword: 'greenside',
  })

test('notifies once of a changed password, but not of a refused change', async () => {
  const golfer = await make.golfer({ password: 'fairway' })
  expect((await changePassword(golfer.session, 'rough')).status).toBe(400)
  expect(await emailsTo(app, golfer.email)).toEqual([])
  expect((await changePassword(golfer.session, 'fairway')).status).toBe(200)
  const [mail, ...rest] = await emailsTo(app, golfer.email)
  expect(mail).toMatchObject({ golferId: golfer.id, subject: 'Your Fourball password was changed' })
  expect(mail?.body).toContain('Sign In: https://golf.example/login\n')
  expect(mail?.body).not.toContain('greenside')
  expect(rest).toEqual([])
})

test('notifies a golfer whose password a super admin reset', async () => {
  const superAdmin = await make.golfer({ isSuperAdmin: true })
  const golfer = await make.golfer()
  const path = `/api/super-admin/reset-password/${golfer.id}`
  expect((await app.phone(superAdmin.session).post(path, { password: 'greenside' })).status).toBe(
    200,
  )
  expect(await emailsTo(app, golfer.email)).toMatchObject([
    { subject: 'Your Fourball password was reset' },
  ])
  expect(await emailsTo(app, superAdmin.email)).toEqual([])
})

test('notifies of a changed phone number without showing it, and not if it stayed the same', async () => {
  const golfer = await make.golfer()
  const put = (phone: string) => app.phone(golfer.session).put('/api/auth/update-phone', { phone })
  expect((await put('403-555-0199')).status).toBe(200)
  expect(await emailsTo(app, golfer.email)).toEqual([])
  expect((await put('587-555-0142')).status).toBe(200)
  const [mail] = await emailsTo(app, golfer.email)
  expect(mail?.subject).toBe('Your phone number on Fourball was changed')
  expect(mail?.body).not.toMatch(/0142|0199/)
})
