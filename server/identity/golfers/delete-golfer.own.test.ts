import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let testApp: TestApp
let make: ReturnType<typeof factories>

beforeAll(async () => {
  testApp = await startTestApp()
  make = factories(testApp.ctx)
})
afterAll(() => testApp.close())

const PASSWORD = 'back-nine-2026'
const deleteMyAccount = (session: string, password = PASSWORD) =>
  testApp.phone(session).delete('/api/my-account', { password })
const logIn = (email: string) =>
  testApp.phone().post('/api/auth/login', { email, password: PASSWORD })

test('removes the golfer, their upcoming spots and all personal data', async () => {
  const golfer = await make.golfer({ name: 'Robin Quick', password: PASSWORD })
  const otherSession = await make.signIn(golfer.id)
  const group = await make.group()
  await make.member(group, { golfer })
  const past = await make.teeTime(group, { date: '2026-06-01', time: '10:30', players: [golfer] })
  const upcoming = await make.teeTime(group, { players: [golfer] })
  testApp.clock.moveTo('2026-06-01T17:00:00Z')

  expect(await deleteMyAccount(golfer.session)).toMatchObject({
    status: 200,
    body: { message: 'Your account has been deleted.' },
  })
  for (const session of [golfer.session, otherSession]) {
    expect((await testApp.phone(session).get('/api/auth/me')).status).toBe(401)
  }
  expect((await logIn(golfer.email)).status).toBe(401)
  const groupPath = `/api/groups/slug/${group.slug}`
  const { body: cards } = await testApp.phone(group.owner.session).get(`${groupPath}/tee-times`)
  expect(cards).toMatchObject([
    { id: past.id, participants: [{ id: golfer.id, name: 'Former golfer' }] },
    { id: upcoming.id, participants: [] },
  ])
  const { text } = await testApp.phone(group.owner.session).get(`${groupPath}/members-with-roles`)
  expect(text).not.toContain('Robin')
  const newGolfer = await make.golfer({ email: golfer.email, password: PASSWORD })
  expect(newGolfer.id).not.toBe(golfer.id)
})

test('refuses a wrong password with 400 on its field and changes nothing', async () => {
  const golfer = await make.golfer({ password: PASSWORD })
  expect(await deleteMyAccount(golfer.session, 'wrong')).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD', fields: { password: "That password isn't right." } },
  })
  expect(await deleteMyAccount(golfer.session, '')).toMatchObject({
    status: 400,
    body: { fields: { password: 'Password is required' } },
  })
  expect((await logIn(golfer.email)).status).toBe(200)
})

test('refuses an owner until the group is transferred, and always a super admin', async () => {
  const owner = await make.golfer({ password: PASSWORD })
  await make.group({ owner })
  expect(await deleteMyAccount(owner.session)).toMatchObject({
    status: 409,
    body: { code: 'USER_OWNS_GROUPS', message: expect.stringMatching(/transfer its ownership/) },
  })
  expect((await testApp.phone(owner.session).get('/api/auth/me')).status).toBe(200)
  const superAdmin = await make.golfer({ password: PASSWORD, isSuperAdmin: true })
  expect((await deleteMyAccount(superAdmin.session)).status).toBe(403)
})

test('slows down password guessing', async () => {
  freezeDate()
  const app = await startTestApp({ env: { RATE_LIMIT: 'on' } })
  try {
    const golfer = await factories(app.ctx).golfer({ password: PASSWORD })
    const guess = () => app.phone(golfer.session).delete('/api/my-account', { password: 'x' })
    for (let n = 0; n < 5; n += 1) expect((await guess()).status).toBe(400)
    expect((await guess()).status).toBe(429)
  } finally {
    await app.close()
  }
})
