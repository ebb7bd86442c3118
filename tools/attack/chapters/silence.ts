import { setTimeout as sleep } from 'node:timers/promises'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { ServerProcess } from '../../../server/system-tests/testing/server-process.ts'
import { openTcpProxy } from '../../../server/system-tests/testing/tcp-proxy.ts'
import type { Chapter } from '../attack-target.ts'

/** The time limit for the app to recover from silent connections. */
const RECOVERY_MS = 10_000
/** The time limit for a single call while connections are silent. */
const CALL_TIMEOUT_MS = 20_000
/** Patterns that match the SQL statements of one request, from the first to the last. */
const STATEMENT_PATTERNS = [/sessions/, /begin/i, /post_tee_time/, /commit/i]

/** Silences database connections, like a firewall that drops their packets. */
export const SILENCE: Chapter = {
  name: 'silence',
  async run(target) {
    const testApp = await target.startApp({ at: new Date().toISOString() })
    const group = await factories(testApp.ctx).group()
    const proxy = await openTcpProxy(testApp.databaseUrl)
    target.onClose(() => proxy.close())
    const server = await target.startServer({ DATABASE_URL: proxy.url })
    const phone = server.phone(group.owner.session)
    const date = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
    let postCount = 0
    const postTeeTime = () => {
      postCount += 1
      const plan = { course: 'Silent Pines', date, time: '12:00', notes: `Post ${postCount}` }
      return timeCall(server, () => phone.post('/api/tee-times', { ...plan, groupId: group.id }))
    }

    for (const matching of STATEMENT_PATTERNS) {
      for (const statement of ['passes', 'is lost'] as const) {
        await target.attack(
          `silence one connection at ${matching.source}, where the statement ${statement}`,
          async (count) => {
            proxy.trap({ matching, statement, effect: 'silence' })
            const [status, milliseconds] = await postTeeTime()
            count.tries += 1
            if (milliseconds > CALL_TIMEOUT_MS)
              return `the call took ${Math.round(milliseconds)} ms`
            if (status !== 503 && status !== 201) return `the call got ${status}`
            return waitForRecovery(server, postTeeTime, count)
          },
        )
      }
    }

    await target.attack('silence all connections under load', async (count) => {
      const calls = Array.from({ length: 40 }, postTeeTime)
      proxy.silence()
      calls.push(...Array.from({ length: 40 }, postTeeTime))
      await sleep(15_000)
      proxy.heal()
      const problem = await waitForRecovery(server, postTeeTime, count)
      const results = await Promise.all(calls)
      count.tries += results.length
      const slowest = Math.max(...results.map(([, milliseconds]) => milliseconds))
      if (slowest > CALL_TIMEOUT_MS) return `a call took ${Math.round(slowest)} ms`
      return problem
    })

    await target.attack('silence the connection for live updates', async (count) => {
      const live = await phone.live()
      count.tries += 1
      for (const connection of proxy.connections('fourball live')) connection.silence()
      await sleep(500)
      const seenCount = live.events.length
      const [status] = await postTeeTime()
      if (status !== 201) return `a post got ${status}`
      // The stream must either deliver an event or close, so that the phone reconnects.
      const isUpdated = await Promise.race([
        untilEvent(live.events, seenCount),
        live.closed.then(() => true),
      ])
      live.close()
      return isUpdated ? undefined : 'no update arrived, and the stream stayed open'
    })

    await target.attack("silence the worker's connections", async (count) => {
      for (const name of ['fourball jobs', 'fourball worker locks']) {
        for (const connection of proxy.connections(name)) {
          connection.silence()
          count.tries += 1
        }
      }
      const query = async (statement: string) =>
        (await testApp.ctx.db.$client.query(statement)).rows
      await query(`select graphile_worker.add_job('purge_weather', '{}')`)
      const start = performance.now()
      while (performance.now() - start < 60_000) {
        const [remaining] = await query(
          `select count(*)::int as n from graphile_worker.jobs where task_identifier = 'purge_weather'`,
        )
        if (remaining?.n === 0) return undefined
        await sleep(500)
      }
      return 'a job did not run within a minute'
    })
  },
}

/** Waits for more than `seenCount` events. Returns whether another event arrived in time. */
async function untilEvent(events: readonly unknown[], seenCount: number): Promise<boolean> {
  const end = performance.now() + RECOVERY_MS + CALL_TIMEOUT_MS
  while (events.length === seenCount && performance.now() < end) await sleep(100)
  return events.length > seenCount
}

/** Waits until calls and the readiness check work again. Returns a message if that takes too long. */
async function waitForRecovery(
  server: ServerProcess,
  post: () => Promise<[status: number, milliseconds: number]>,
  count: { tries: number },
): Promise<string | undefined> {
  const start = performance.now()
  while (performance.now() - start < RECOVERY_MS) {
    const [postStatus] = await post()
    const [readyStatus] = await timeCall(server, () => server.phone().get('/readyz'))
    count.tries += 2
    if (postStatus === 201 && readyStatus === 200) return undefined
    await sleep(200)
  }
  return `not recovered ${RECOVERY_MS / 1_000} seconds later`
}

/** Returns the status and the duration of a call. The status is 0 if no response came in time. */
async function timeCall(
  { output }: ServerProcess,
  call: () => Promise<{ status: number }>,
): Promise<[status: number, milliseconds: number]> {
  const start = performance.now()
  const answer = call().catch((error: unknown) => {
    throw new Error(`${String(error)}; the app printed ${output().slice(-300)}`)
  })
  const timeout = sleep(CALL_TIMEOUT_MS + 1, { status: 0 }, { ref: false })
  const { status } = await Promise.race([answer, timeout])
  return [status, performance.now() - start]
}
