import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { tokensTo } from '../../system-tests/testing/mailbox.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
})
afterAll(() => app.close())

/** Changes the password of a golfer who is called Vera Moon and owns the group Sunday Crew. */
async function changePassword(newPassword: string, options: { isSuperAdmin?: boolean } = {}) {
  const golfer = await make.golfer({ name: 'Vera Moon', password: 'fairway', ...options })
  await make.group({ owner: golfer, name: 'Sunday Crew' })
  return app.phone(golfer.session).post('/api/auth/change-password', {
    currentPassword: 'fairway',
    newPassword,
    confirmPassword: newPassword,
  })
}

test.each(['123456', 'password', 'Dragon', 'iloveyou'])(
  'refuses the common password %s',
  async (password) => {
    const message = 'This password is common and easy to guess. Choose another one.'
    expect(await changePassword(password)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message, fields: { newPassword: message } },
    })
  },
)

test.each(['Vera Moon', 'veramoon', 'VeraMoon7', 'Sunday Crew', 'sundaycrew2026', 'Fourball'])(
  "refuses %s, which is made of the golfer's name, their group, or the app's name",
  async (password) => {
    expect(await changePassword(password)).toMatchObject({
      status: 400,
      body: { fields: { newPassword: expect.stringMatching(/your name, email, or group/) } },
    })
  },
)

test('refuses the email and the part before its @', async () => {
  const golfer = await make.golfer({ password: 'fairway' })
  const changeTo = (password: string) =>
    app.phone(golfer.session).post('/api/auth/change-password', {
      currentPassword: 'fairway',
      newPassword: password,
      confirmPassword: password,
    })
  for (const password of [golfer.email, golfer.email.split('@')[0] ?? '']) {
    expect((await changeTo(password)).status).toBe(400)
  }
})

test('accepts six hard-to-guess characters, though not from super admins', async () => {
  expect((await changePassword('k7vq2m')).status).toBe(200)
  expect(await changePassword('k7vq2m', { isSuperAdmin: true })).toMatchObject({
    status: 400,
    body: { fields: { newPassword: expect.stringMatching(/at least 12 characters/) } },
  })
  expect((await changePassword('five birdies and a gull', { isSuperAdmin: true })).status).toBe(200)
})

describe('a common password', () => {
  test('is refused through a link, which stays unused', async () => {
    const golfer = await make.golfer()
    await app.phone().post('/api/auth/forgot-password', { email: golfer.email })
    const [token] = await tokensTo(app, golfer.email)
    const use = (password: string) => app.phone().post(`/api/auth/welcome/${token}`, { password })
    expect(await use('123456')).toMatchObject({
      status: 400,
      body: { fields: { password: expect.stringMatching(/common/) } },
    })
    expect((await use('greenside up')).status).toBe(200)
  })

  test('is refused when a super admin resets one', async () => {
    const golfer = await make.golfer()
    const superAdmin = await make.golfer({ isSuperAdmin: true })
    const answer = await app
      .phone(superAdmin.session)
      .post(`/api/super-admin/reset-password/${golfer.id}`, { password: '123456' })
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })
})
