import { afterAll, beforeAll, expect, test } from 'vitest'
import { factories } from '../../testing/factories.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let it: TestApp

beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())

test('a customer who signs up at the same moment: one group, and a true answer for both', async () => {
  const boss = await factories(it.ctx).golfer({ isSuperAdmin: true })
  const calls = Array.from({ length: 6 }, (_, round) => {
    const form = {
      slug: `both-at-once-${round}`,
      adminName: 'Olive Owner',
      adminEmail: `olive-${round}@club.example`,
      adminPhone: '403-555-0123',
    }
    return Promise.all([
      it.phone(boss.session).post('/api/admin/groups', { ...form, name: 'Both' }),
      it.phone().post('/api/trial/signup', { ...form, groupName: 'Both' }),
    ])
  })
  for (const [made, signedUp] of await Promise.all(calls)) {
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual([made.status, signedUp.status])
  }
})
