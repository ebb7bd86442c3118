// @module-tag thorough
import { once } from 'node:events'
import { access, chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import { untilEnded } from '../platform/database/embedded/testing/scratch.ts'
import {
  launch,
  readPostmasterPid,
  type ServerProcess,
  startServer,
} from './testing/server-process.ts'

const CONNECTIONS = 32

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fourball-stop-'))
  // If the database's OS user could not enter this directory, the app would store the data elsewhere.
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test('responds to all requests sent before SIGTERM under load, then ends all processes', async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  const postmasterPid = await readPostmasterPid(dataDir)
  const sessions = await Promise.all(
    DEMO_GOLFERS.slice(0, 8).map(({ email }) => logIn(server, email)),
  )
  const group = (await server.phone(sessions[0]).get(`/api/groups/slug/${DEMO_SLUG}`)).body
  const { id: groupId } = group as { id: number }
  const posted = await server.phone(sessions[0]).post('/api/tee-times', {
    course: 'Last Orders Links',
    date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
    time: '12:00',
    groupId,
  })
  const { id } = posted.body as { id: number }
  const clients = Array.from({ length: CONNECTIONS }, (_, n) =>
    startClient(server.url, sessions[n % sessions.length] ?? '', id),
  )
  await Promise.all(clients.map(({ warm }) => warm))

  // If stopping took longer than STOP_MS, the app would exit with 1.
  expect(await server.stop('SIGTERM')).toBe(0)
  const ends = await Promise.all(clients.map(({ end }) => end))
  expect(ends.filter((end) => end !== 'refused')).toEqual([])
  await expectStopped(postmasterPid)
  expect(server.output()).not.toMatch(/Could not|While stopping/)
})

test('stops the server and its database while a request is incomplete', async () => {
  const server = await startServer({ DATA_DIR: dataDir })
  const postmaster = await readPostmasterPid(dataDir)
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(
    'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email":',
  )
  await sleep(300)
  expect(await server.stop('SIGTERM')).toBe(0)
  await expectStopped(postmaster)
  socket.destroy()
})

test.each<[NodeJS.Signals, number]>([
  ['SIGTERM', 0],
  ['SIGINT', 60],
  ['SIGTERM', 250],
  ['SIGINT', 800],
])('stops the database cleanly on %s %i ms after it was launched', async (signal, delayMs) => {
  const { child, output } = launch({ DATA_DIR: dataDir })
  const closed = once(child, 'close')
  const postmaster = await Promise.race([readPostmasterPid(dataDir), closed.then(() => 0)])
  await sleep(delayMs)
  child.kill(signal)
  // Ctrl-C sends the signal to the app and to npm, and npm sends it to the app again.
  child.kill(signal)
  await closed
  expect([child.exitCode, child.signalCode, output()]).toEqual([0, null, expect.any(String)])
  expect(output()).not.toContain('cannot start')
  expect(postmaster).toBeGreaterThan(0)
  await expectStopped(postmaster)
})

/** Checks that the database shut down cleanly: its lock file is gone. Waits until its process has ended. */
async function expectStopped(postmaster: number): Promise<void> {
  const lockFile = join(dataDir, 'postgres-18', 'postmaster.pid')
  await expect(access(lockFile)).rejects.toThrow('ENOENT')
  await untilEnded(postmaster)
}

async function logIn(server: ServerProcess, email: string): Promise<string> {
  const answer = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
  return (answer.body as { sessionId: string }).sessionId
}

interface BusyClient {
  /** Resolves after the fourth response. */
  warm: Promise<void>
  /** Why the client ended: 'refused' if the server refused its connection, or else the failure. */
  end: Promise<string>
}

function startClient(url: string, session: string, teeTimeId: number): BusyClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const warm = Promise.withResolvers<void>()
  const run = async () => {
    for (let n = 0; ; n += 1) {
      const [method, path] =
        n % 2 === 0
          ? ['GET', `/api/groups/slug/${DEMO_SLUG}/tee-times`]
          : ['POST', `/api/tee-times/${teeTimeId}/claim`]
      const outcome = await call(agent, url + path, method, session)
      if (outcome !== 'answered') return outcome
      if (n === 3) warm.resolve()
    }
  }
  return { warm: warm.promise, end: run().finally(() => agent.destroy()) }
}

/** Sends one request. Returns 'answered', 'refused' if the server accepted no connection, or a failure. */
function call(agent: Agent, url: string, method: string, session: string): Promise<string> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' }
    const sent = request(url, { agent, method, headers }, (response) => {
      response.resume()
      response.on('error', (error) => resolve(`cut during the response: ${error.message}`))
      response.on('end', () => {
        const { statusCode = 0 } = response
        resolve([200, 409].includes(statusCode) ? 'answered' : `answered ${statusCode}`)
      })
    })
    sent.on('error', (error) => {
      const code = 'code' in error ? String(error.code) : error.message
      resolve(code === 'ECONNREFUSED' ? 'refused' : `dropped: ${code}, reused ${sent.reusedSocket}`)
    })
    sent.end(method === 'POST' ? '{}' : undefined)
  })
}
