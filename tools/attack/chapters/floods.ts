import { setTimeout as sleep } from 'node:timers/promises'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { ServerProcess } from '../../../server/system-tests/testing/server-process.ts'
import type { Chapter, Count } from '../attack-target.ts'

const FLOOD_MS = 6_000
/** Added to the time limit for cheap calls, because the flood runs on the same machine as the app. */
const SLACK_MS = 150

/** Floods of expensive calls, during which cheap calls must stay fast. */
export const FLOODS: Chapter = {
  name: 'floods',
  async run(target) {
    const testApp = await target.app({ at: new Date().toISOString() })
    const { owner } = await factories(testApp.ctx).group()
    const server = await target.server({
      DATABASE_URL: testApp.databaseUrl,
      RATE_LIMIT: 'on',
      TRUST_PROXY: '1',
    })
    const getFile = () => server.phone().get('/favicon.svg')
    const getMe = () => server.phone(owner.session).get('/api/auth/me')

    await target.attack('flood with passwords to hash from 60 networks', (count) =>
      flood(count, getFile, 60, (n) =>
        server.phone().send('/api/auth/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n}` },
          body: JSON.stringify({ email: `nobody-${n}@club.example`, password: 'x'.repeat(20) }),
        }),
      ),
    )
    await target.attack('flood with requests for the API description on 8 connections', (count) =>
      flood(count, getMe, 8, () => openApi(server)),
    )
  },
}

const openApi = (server: ServerProcess) =>
  server.phone().send('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })

async function flood(
  count: Count,
  call: () => Promise<{ status: number }>,
  connections: number,
  attack: (n: number) => Promise<unknown>,
): Promise<string | undefined> {
  const before = await medianOf(call, 1_000)
  let isOver = false
  const flooding = Array.from({ length: connections }, async (_, n) => {
    while (!isOver) {
      count.tries += 1
      await attack(n)
    }
  })
  await sleep(500)
  const during = await medianOf(call, FLOOD_MS)
  isOver = true
  await Promise.all(flooding)
  const limit = before * 10 + SLACK_MS
  const [was, is] = [Math.round(before), Math.round(during)]
  return during > limit ? `calls went from ${was} to ${is} ms` : undefined
}

/** Repeats a call for this many milliseconds. Returns the median duration, in milliseconds. */
async function medianOf(
  call: () => Promise<{ status: number }>,
  milliseconds: number,
): Promise<number> {
  const durations: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end || durations.length === 0) {
    const start = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`A call during the flood got ${status}`)
    durations.push(performance.now() - start)
    await sleep(20)
  }
  return durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
}
