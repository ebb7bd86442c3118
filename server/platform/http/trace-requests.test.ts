import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { postTeeTime } from '../../../contract/tee-times.ts'
import { tasksOf } from '../../app/jobs.ts'
import { factories } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { workJobs } from '../jobs/work-jobs.ts'

let app: TestApp
const lines: string[] = []

beforeAll(async () => {
  app = await startTestApp({ log: (line) => lines.push(line) })
})
afterAll(() => app.close())
beforeEach(() => {
  lines.length = 0
})

const logged = (message: string): Record<string, unknown>[] =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message)

async function fetchRequestId(sentId: string | undefined): Promise<string | null> {
  const headers: HeadersInit = sentId === undefined ? {} : { 'x-request-id': sentId }
  return (await fetch(`${app.url}/healthz`, { headers })).headers.get('x-request-id')
}

test('gives each request an id and returns it', async () => {
  const first = await fetchRequestId(undefined)
  expect(first).toMatch(/^[\da-f-]{36}$/)
  expect(await fetchRequestId(undefined)).not.toBe(first)
})

test.each(['0af7651916cd43dd8448eb211c80319c', '2f1d5c3e-2f2f-4f6e-9a51-0c9d3a0f7c11'])(
  'keeps the id from a proxy: %s',
  async (id) => {
    expect(await fetchRequestId(id)).toBe(id)
  },
)

test.each(['', 'short', 'x'.repeat(65), 'two words here', 'ann@golf.example', '"},{"msg":"forged'])(
  'replaces an id that no proxy would send: %j',
  async (id) => {
    expect(await fetchRequestId(id)).toMatch(/^[\da-f-]{36}$/)
  },
)

test('returns the id with a refusal, even for a URL that cannot be parsed', async () => {
  for (const path of ['/api/auth/me', '/nowhere', '/%']) {
    const answer = await fetch(app.url + path, { headers: { 'x-request-id': 'from-the-proxy' } })
    expect(answer.headers.get('x-request-id')).toBe('from-the-proxy')
  }
})

test('logs the id and the route once in every line about a request', async () => {
  const { golfer } = factories(app.ctx)
  const { session } = await golfer()
  const answer = await fetch(`${app.url}/api/super-admin/stats`, {
    headers: { authorization: `Bearer ${session}`, 'x-request-id': 'asked-by-a-golfer' },
  })
  expect(answer.status).toBe(403)
  const trace = { reqId: 'asked-by-a-golfer', route: expect.stringContaining('/api/super-admin/') }
  expect(logged('auth.denied')).toEqual([expect.objectContaining(trace)])
  expect(lines.find((line) => line.includes('auth.denied'))?.match(/reqId/g)).toHaveLength(1)
})

test('logs the id in the lines of jobs that a request added, and of jobs that those added', async () => {
  const make = factories(app.ctx)
  const group = await make.group()
  await make.member(group)
  await app.ctx.db.execute('delete from graphile_worker._private_jobs')
  const answer = await fetch(app.url + postTeeTime.path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${group.owner.session}`,
      'content-type': 'application/json',
      'x-request-id': 'posted-by-the-owner',
    },
    body: JSON.stringify({
      groupId: group.id,
      course: 'Shaganappi Point',
      date: '2026-06-06',
      time: '08:12',
      maxPlayers: 4,
    }),
  })
  expect(answer.status).toBe(201)
  await app.ctx.db.execute('update graphile_worker._private_jobs set run_at = now()')
  const { log } = app.ctx
  const tasks = Object.fromEntries(
    Object.entries(tasksOf(app.ctx)).map(([task, run]) => [
      task,
      async (payload: unknown) => {
        log.info('A job runs')
        await run(payload)
      },
    ]),
  )
  const jobs = await workJobs({ url: app.databaseUrl, schedule: [], log, tasks })
  try {
    while (logged('A job runs').length < 2) await sleep(20)
  } finally {
    await jobs.stop()
  }
  const runs = logged('A job runs')
  // A second alert may be delivered before the jobs stop.
  expect(runs).toEqual(
    runs
      .map((_, place) => (place === 0 ? 'notify_posted' : 'deliver'))
      .map((task) =>
        expect.objectContaining({
          reqId: 'posted-by-the-owner',
          task,
          job: expect.stringMatching(/^\d+$/),
        }),
      ),
  )
})
