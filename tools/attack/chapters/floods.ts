import { setTimeout as sleep } from 'node:timers/promises'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { ServerProcess } from '../../../server/system-tests/testing/server-process.ts'
import type { Chapter, Count } from '../attack-target.ts'

const FLOOD_MS = 6_000
/** Extra time for cheap calls during a flood, because the flood runs on the same machine as the app. */
const SLACK_MS = 150

/** Floods the app with expensive calls. Cheap calls must stay fast. */
export const FLOODS: Chapter = {
  name: 'floods',
  async run(target) {
    const testApp = await target.startApp({ at: new Date().toISOString() })
    const { owner } = await factories(testApp.ctx).group()
    const server = await target.startServer({
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
      flood(count, getMe, 8, () => requestOpenApi(server)),
    )
  },
}

const requestOpenApi = (server: ServerProcess) =>
  server.phone().send('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })

async function flood(
  count: Count,
  cheapCall: () => Promise<{ status: number }>,
  connections: number,
  sendExpensiveCall: (n: number) => Promise<unknown>,
): Promise<string | undefined> {
  const medianBefore = await measureMedian(cheapCall, 1_000)
  let isStopped = false
  const flooding = Array.from({ length: connections }, async (_, n) => {
    while (!isStopped) {
      count.tries += 1
      await sendExpensiveCall(n)
    }
  })
  await sleep(500)
  const medianDuring = await measureMedian(cheapCall, FLOOD_MS)
  isStopped = true
  await Promise.all(flooding)
  const limit = medianBefore * 10 + SLACK_MS
  const [msBefore, msDuring] = [Math.round(medianBefore), Math.round(medianDuring)]
  return medianDuring > limit ? `calls went from ${msBefore} to ${msDuring} ms` : undefined
}

/** Repeats a call for this many milliseconds. Returns the median duration, in milliseconds. */
async function measureMedian(
  cheapCall: () => Promise<{ status: number }>,
  milliseconds: number,
): Promise<number> {
  const durations: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end || durations.length === 0) {
    const start = performance.now()
    const { status } = await cheapCall()
    if (status !== 200) throw new Error(`A call during the flood got ${status}`)
    durations.push(performance.now() - start)
    await sleep(20)
  }
  return durations.sort((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
}
