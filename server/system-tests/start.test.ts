// @module-tag thorough
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_PASSWORD, DEMO_SUPER_ADMIN } from '../../tools/demo/seed-demo.ts'
import { createGolfer } from '../identity/golfers/create-golfer.ts'
import { systemClock } from '../platform/clock.ts'
import { connect } from '../platform/database/database.ts'
import { cloneDatabase, createEmptyDatabase } from './testing/database.ts'
import { factories } from './testing/factories.ts'
import { startAndFail, startServer } from './testing/server-process.ts'

let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'fourball-start-'))
  await chmod(dataDir, 0o755)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  SUPER_ADMIN_EMAIL: 'keeper@club.example',
  SUPER_ADMIN_PASSWORD: 'nine irons and a tee',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'tee@club.example',
  PUBLIC_URL: 'https://club.example',
}

test('reports an invalid environment variable in one line', async () => {
  const { code, output } = await startAndFail({ DATA_DIR: dataDir, PORT: 'five' })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([expect.stringContaining('PORT: must be')])
})

test('reports an unreachable database in one line', async () => {
  const { code, output } = await startAndFail({ DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/x' })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([
    expect.stringMatching(/DATABASE_URL: the database cannot be reached: .*ECONNREFUSED/),
  ])
  expect(output).not.toContain('secret')
})

test('refuses to open the demo to other machines', async () => {
  const { code, output } = await startAndFail({ DATA_DIR: dataDir, HOST: '0.0.0.0' })
  expect(code).toBe(1)
  expect(output.trim().split('\n')).toEqual([expect.stringContaining('set DEMO=0')])
})

test('migrates an empty database once when two nodes start together', async () => {
  const database = await createEmptyDatabase()
  const startResults = await Promise.allSettled([
    startServer({ DATABASE_URL: database.url }),
    startServer({ DATABASE_URL: database.url }),
  ])
  const nodes = startResults.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []))
  try {
    expect(startResults.filter((node) => node.status === 'rejected')).toEqual([])
    for (const node of nodes) expect((await node.phone().get('/readyz')).status).toBe(200)
  } finally {
    for (const node of nodes) expect(await node.stop()).toBe(0)
    await database.drop()
  }
})

test('creates links with the port that PORT=0 picked', async () => {
  const database = await cloneDatabase()
  const db = connect({ url: database.url })
  const server = await startServer({ DATABASE_URL: database.url, PORT: '0' })
  try {
    const { session } = await factories({ db, clock: systemClock }).golfer()
    const { body } = await server.phone(session).post('/api/my-calendar', {})
    expect(body).toMatchObject({ address: expect.stringMatching(`^${server.url}/calendar/`) })
  } finally {
    expect(await server.stop()).toBe(0)
    await db.$client.end()
    await database.drop()
  }
})

test("does not start if the super admin's email is an ordinary golfer's, and says so", async () => {
  const database = await cloneDatabase()
  const db = connect({ url: database.url })
  try {
    const email = PRODUCTION_ENV.SUPER_ADMIN_EMAIL
    await createGolfer({ db }, { name: 'Kim Keeper', email, phone: '403-555-0123' })
    const env = {
      ...PRODUCTION_ENV,
      RATE_LIMIT: 'on',
      HOST: '127.0.0.1',
      DATABASE_URL: database.url,
    }
    const { code, output } = await startAndFail(env)
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toEqual([
      expect.stringMatching(
        /SUPER_ADMIN_EMAIL: keeper@club.example belongs to .*not a super admin/,
      ),
    ])
  } finally {
    await db.$client.end()
    await database.drop()
  }
})

test('does not start with demo data in production, or when open to other machines', async () => {
  const demoDir = await mkdtemp(join(tmpdir(), 'fourball-start-'))
  try {
    await chmod(demoDir, 0o755)
    const demo = await startServer({ DATA_DIR: demoDir })
    expect(await demo.stop()).toBe(0)
    const productionEnv = { ...PRODUCTION_ENV, RATE_LIMIT: 'on', HOST: '127.0.0.1' }
    for (const env of [productionEnv, { RATE_LIMIT: 'on', HOST: '0.0.0.0', DEMO: '0' }]) {
      const { code, output } = await startAndFail({ DATA_DIR: demoDir, ...env })
      expect(code).toBe(1)
      expect(output.trim().split('\n')).toEqual([
        expect.stringMatching(/DATA_DIR: .*demo accounts.*use another directory/),
      ])
    }
  } finally {
    await rm(demoDir, { recursive: true, force: true })
  }
})

test("does not start with another app's directory or port, and leaves that app running", async () => {
  const first = await startServer({ DATA_DIR: dataDir, DEMO: '0' })
  try {
    const again = await startAndFail({ DATA_DIR: dataDir, DEMO: '0' })
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('already running') })
    expect(again.output).toContain(dataDir)

    const { port } = new URL(first.url)
    const otherDir = await mkdtemp(join(tmpdir(), 'fourball-start-'))
    await chmod(otherDir, 0o755)
    const onTakenPort = await startAndFail({ DATA_DIR: otherDir, DEMO: '0', PORT: port })
    expect(onTakenPort).toMatchObject({ code: 1, output: expect.stringContaining(port) })
    await rm(otherDir, { recursive: true, force: true })

    expect((await first.phone().get('/readyz')).status).toBe(200)
  } finally {
    expect(await first.stop()).toBe(0)
  }
})

test('creates only the configured super admin in production', async () => {
  const env = { ...PRODUCTION_ENV, RATE_LIMIT: 'on', HOST: '127.0.0.1', LOG_LEVEL: 'warn' }
  const server = await startServer({ DATA_DIR: dataDir, ...env })
  try {
    expect(server.output()).not.toContain('demo')
    const logIn = (email: string, password: string) =>
      server.phone().post('/api/admin/login', { email, password })
    expect((await logIn(env.SUPER_ADMIN_EMAIL, env.SUPER_ADMIN_PASSWORD)).status).toBe(200)
    expect((await logIn(DEMO_SUPER_ADMIN, DEMO_PASSWORD)).status).toBe(401)
    expect((await server.phone().get('/api/outbox')).status).toBe(404)
  } finally {
    expect(await server.stop()).toBe(0)
  }
})
