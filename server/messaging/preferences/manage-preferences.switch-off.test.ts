import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factories, type TestGolfer } from '../../system-tests/testing/factories.ts'
import { freezeDate } from '../../system-tests/testing/freeze-date.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'

let app: TestApp
let make: ReturnType<typeof factories>
let ann: TestGolfer
let token: string
beforeAll(async () => {
  app = await startTestApp()
  make = factories(app.ctx)
  ann = await make.golfer({ password: 'fairways' })
  token = await tokenOf(ann)
})
afterAll(() => app.close())

async function tokenOf({ id }: TestGolfer): Promise<string> {
  const { rows } = await app.ctx.db.$client.query<{ token: string }>(
    'select mail_token as token from golfers where id = $1',
    [id],
  )
  return rows[0]?.token ?? ''
}

const address = (kind: string, mailToken = token) => `/api/unsubscribe/${mailToken}/${kind}`
const readPreferences = async ({ session }: TestGolfer) =>
  (await app.phone(session).get('/api/my-preferences')).body as { channels: object }

const FORM = 'List-Unsubscribe=One-Click'
const multipart = new FormData()
multipart.set('List-Unsubscribe', 'One-Click')

// RFC 8058: senders should use multipart/form-data and may use a plain form.
test.each<[string, string, RequestInit]>([
  ['a form', 'posted', { body: new URLSearchParams(FORM) }],
  ['a multipart form', 'mine', { body: multipart }],
  ['JSON', 'opened', { body: '{}', headers: { 'content-type': 'application/json' } }],
  ['invalid JSON', 'changed', { body: '{', headers: { 'content-type': 'application/json' } }],
  ['text', 'reminder', { body: FORM }],
  ['nothing', 'group', {}],
])(
  'with %s as body, switches off only its kind of message, and can be repeated',
  async (_, kind, init) => {
    const before = (await readPreferences(ann)).channels
    for (let time = 0; time < 2; time += 1) {
      const answer = await app.phone().send(address(kind), { method: 'POST', ...init })
      expect(answer).toMatchObject({ status: 200, body: { channel: 'off' } })
    }
    expect((await readPreferences(ann)).channels).toEqual({ ...before, [kind]: 'off' })
    expect(await app.phone().get(address(kind))).toMatchObject({
      status: 200,
      body: { channel: 'off' },
    })
  },
)

test('on GET, switches nothing off and reveals nothing about the golfer', async () => {
  const answer = await app.phone().get(address('trial'))
  expect(answer).toMatchObject({ status: 200, text: '{"channel":"text"}' })
  expect(await readPreferences(ann)).toMatchObject({ channels: { trial: 'text' } })
})

test.each(['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'])(
  'redirects a browser (%s) to the screen, whether or not the token exists',
  async (accept) => {
    for (const mailToken of [token, 'nobodys', '%2e%2e%2flogin']) {
      const answer = await app.phone().send(address('trial', mailToken), {
        headers: { accept },
        redirect: 'manual',
      })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(
        `/unsubscribe/${mailToken === '%2e%2e%2flogin' ? '..%2Flogin' : mailToken}/trial`,
      )
    }
  },
)

describe('invalid links', () => {
  test.each(['nobodys', 'f'.repeat(32), `${'0'.repeat(31)}g`])(
    'refuse the token %s',
    async (mailToken) => {
      for (const method of ['GET', 'POST']) {
        const answer = await app.phone().send(address('posted', mailToken), { method })
        expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
      }
    },
  )

  test('refuse an unknown kind', async () => {
    expect((await app.phone().post(address('everything'))).status).toBe(400)
  })

  test('refuse the token of an account that has been deleted', async () => {
    const bea = await make.golfer({ password: 'fairways' })
    const oldToken = await tokenOf(bea)
    await app.phone(bea.session).delete('/api/my-account', { password: 'fairways' })
    for (const mailToken of [oldToken, await tokenOf(bea)]) {
      expect((await app.phone().post(address('posted', mailToken))).status).toBe(404)
    }
  })
})

test('limits the body size', async () => {
  const body = 'x'.repeat(70_000)
  expect((await app.phone().send(address('trial'), { method: 'POST', body })).status).toBe(413)
  expect(await readPreferences(ann)).toMatchObject({ channels: { trial: 'text' } })
})

test('limits calls per network', async () => {
  freezeDate()
  const limited = await startTestApp({ env: { RATE_LIMIT: 'on' }, databaseUrl: app.databaseUrl })
  try {
    const tries = await Promise.all(
      Array.from({ length: 305 }, () => limited.phone().post(address('trial'))),
    )
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([200, 429]))
  } finally {
    await limited.close()
  }
})
