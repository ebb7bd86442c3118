import { request } from 'node:http'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { TestApp } from '../../../server/system-tests/testing/test-app.ts'
import type { Chapter } from '../attack-target.ts'

/** More calls than any rate limit allows per minute. */
const CALLS = 700

export const ADDRESSES: Chapter = {
  name: 'addresses',
  async run(target) {
    const testApp = await target.startApp({
      at: new Date().toISOString(),
      env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
    })
    const { owner } = await factories(testApp.ctx).group()
    const flood = async (
      count: { tries: number },
      path: (n: number) => string,
      headers: (n: number) => Record<string, string>,
    ) => {
      let refusedCount = 0
      for (let n = 0; n < CALLS; n += 1) {
        const { status } = await testApp.phone().send(path(n), { headers: headers(n) })
        count.tries += 1
        if (status === 429) refusedCount += 1
      }
      return refusedCount === 0 ? `${CALLS} calls and none refused` : undefined
    }
    const unknownPath = (n: number) => `/api/groups/check-slug-${n}/check`

    await target.attack('write addresses of one IPv6 network in many ways', (count) =>
      flood(count, slugPath, (n) => ({
        'x-forwarded-for': ADDRESSES_OF_ONE_NETWORK[n % ADDRESSES_OF_ONE_NETWORK.length] ?? '',
      })),
    )
    await target.attack('send an X-Forwarded-For that is not an address', (count) =>
      flood(count, slugPath, (n) => ({ 'x-forwarded-for': `nowhere-${n}` })),
    )
    await target.attack('request paths that do not exist', (count) =>
      flood(count, unknownPath, () => ({})),
    )
    await target.attack("request other groups' tee times", (count) =>
      flood(
        count,
        (n) => `/api/tee-times/${1_000_000 + n}/calendar.ics`,
        () => ({ authorization: `Bearer ${owner.session}` }),
      ),
    )
    await target.attack('send sessions that do not exist', (count) =>
      flood(
        count,
        () => '/api/auth/me',
        (n) => ({ authorization: `Bearer no-such-session-${n}`, 'x-forwarded-for': '203.0.113.9' }),
      ),
    )

    const localApp = await target.startApp({ at: new Date().toISOString() })
    await target.attack('read the outbox through another Host (DNS rebinding)', async (count) => {
      for (const host of ['evil.example', 'evil.example:5000', '127.0.0.1.evil.example']) {
        const status = await fetchStatusWithHost(localApp, '/api/outbox', host)
        count.tries += 1
        if (status < 400) return `Host ${host} got ${status}`
      }
      const { host } = new URL(localApp.url)
      const status = await fetchStatusWithHost(localApp, '/api/outbox', host)
      return status === 200 ? undefined : `Host ${host} got ${status}`
    })
  },
}

const slugPath = (n: number) => `/api/groups/slug/free-${n}/check`

const ADDRESSES_OF_ONE_NETWORK = [
  '2001:db8:0:1::1',
  '2001:0db8:0:1::1',
  '2001:db8::1:0:0:0:1',
  '2001:DB8:0:1::2',
  '2001:db8:0:0001::3',
  '2001:db8:0:1:0:0:0:4',
  '[2001:db8:0:1::5]:4711',
]

/** Returns the status of a request with a custom Host header, which fetch forbids. */
function fetchStatusWithHost({ url }: TestApp, path: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}
