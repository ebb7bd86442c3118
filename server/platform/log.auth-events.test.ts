import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../system-tests/testing/test-app.ts'

const lines: string[] = []
let app: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(line) })
  make = factories(app.ctx)
})
afterAll(() => app.close())

function events(): [string, number | undefined][] {
  const logged = lines.splice(0).map((line) => JSON.parse(line))
  return logged.filter(({ event }) => event).map(({ event, golferId }) => [event, golferId])
}

test('logs sign-in events with the golfer but without the email', async () => {
  const { id, email, session } = await make.golfer({ password: 'fairway' })
  const logIn = (password: string, as = email) =>
    app.phone().post('/api/auth/login', { email: as, password })
  lines.length = 0
  await logIn('fairway')
  for (let n = 0; n < 6; n += 1) await logIn('guess')
  await logIn('guess', 'nobody@club.example')
  const logged = lines.join('')
  expect(logged).not.toMatch(/club\.example|127\.0\.0\.1|fairway|guess/)
  expect(logged).toMatch(/"account":"[0-9a-f]{12}","network":"[0-9a-f]{12}"/)
  expect(events()).toEqual([
    ['auth.login_succeeded', id],
    ...Array.from({ length: 5 }, () => ['auth.login_failed', id]),
    ['auth.login_delayed', id],
    ['auth.login_failed', undefined],
  ])

  const phone = app.phone(session)
  await phone.post('/api/auth/change-password', {
    currentPassword: 'guess',
    newPassword: 'greenside up',
    confirmPassword: 'greenside up',
  })
  await phone.get('/api/super-admin/stats')
  await phone.delete('/api/auth/sessions')
  await phone.post('/api/auth/logout')
  expect(events()).toEqual([
    ['auth.password_check_failed', id],
    ['auth.denied', id],
    ['auth.sessions_ended', id],
    ['auth.logged_out', id],
  ])
})
