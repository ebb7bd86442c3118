// @module-tag thorough
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded } from '../server/platform/database/embedded/start-embedded.ts'
import { startThrowaway } from '../server/platform/database/embedded/testing/throwaway.ts'
import { hotp } from '../server/platform/totp.ts'
import { fromBase32 } from '../server/system-tests/testing/base32.ts'
import { startServer } from '../server/system-tests/testing/server-process.ts'

const TOOL = fileURLToPath(new URL('super-admin.ts', import.meta.url))
const PASSWORD = 'nine irons and a tee'

let database: Awaited<ReturnType<typeof startThrowaway>>
beforeAll(async () => {
  database = await startThrowaway()
})
afterAll(() => database.stop())

async function run(args: string[], password: string, env: Record<string, string>) {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [TOOL, ...args], { env: { PATH, HOME, ...env } })
  child.stdin.end(password)
  const [stdout, stderr] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { code: child.exitCode, stdout: stdout.trim(), stderr: stderr.trim() }
}

const runOnServer = (args: string[], password = `${PASSWORD}\n`) =>
  run(args, password, { DATABASE_URL: database.adminUrl })

test('creates a super admin who can log in', async () => {
  const email = 'keeper@club.example'
  expect(await runOnServer([email])).toEqual({
    code: 0,
    stdout: `${email} is now a super admin in the database in DATABASE_URL. Sign in at /super-admin-login.`,
    stderr: '',
  })
  const server = await startServer({ DATABASE_URL: database.adminUrl })
  const answer = await server.phone().post('/api/admin/login', { email, password: PASSWORD })
  await server.stop()
  expect(answer.status).toBe(200)
})

test('refuses an email that has an account, even with different capital letters', async () => {
  const { code, stderr } = await runOnServer(['Keeper@Club.example'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/already has an account/)])
})

test.each([
  ['an invalid email', ['keeper'], PASSWORD, /Pass one email address/],
  ['a common password', ['a@club.example'], '1qaz2wsx3edc', /too weak/],
  ['a missing password', ['a@club.example'], '', /No password was given/],
])('refuses %s with a one-line message', async (_, args, password, message) => {
  const { code, stdout, stderr } = await runOnServer(args, password)
  expect([code, stdout, stderr.split('\n').length]).toEqual([1, '', 1])
  expect(stderr).toMatch(message)
})

test('removes a lost sign-in code and ends the sessions', {
  tags: 'thorough',
}, async () => {
  const email = 'locked-out@club.example'
  expect(await runOnServer([email])).toMatchObject({ code: 0 })
  const reset = () => runOnServer([email, '--reset-code'], '')
  expect(await reset()).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Nothing was changed\. .* has no sign-in code/),
  })
  const server = await startServer({ DATABASE_URL: database.adminUrl })
  const logIn = () => server.phone().post('/api/admin/login', { email, password: PASSWORD })
  const { sessionId } = (await logIn()).body as { sessionId: string }
  const phone = server.phone(sessionId)
  const { secret } = (await phone.post('/api/auth/sign-in-code/set-up', {})).body as {
    secret: string
  }
  const code = hotp(fromBase32(secret), Math.floor(Date.now() / 30_000))
  expect((await phone.post('/api/auth/sign-in-code/confirm', { code })).status).toBe(200)
  expect(await logIn()).toMatchObject({ status: 401, body: { code: 'SIGN_IN_CODE_REQUIRED' } })
  expect(await reset()).toEqual({
    code: 0,
    stdout: `Removed the sign-in code of ${email} and ended all sessions. Sign in with the password to set up a new one.`,
    stderr: '',
  })
  expect((await phone.get('/api/auth/me')).status).toBe(401)
  expect((await logIn()).status).toBe(200)
  await server.stop()
})

test('works with the embedded database while the app is stopped', {
  tags: 'thorough',
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'fourball-super-admin-'))
  await chmod(dataDir, 0o755)
  const createSuperAdmin = () => run(['keeper@club.example'], PASSWORD, { DATA_DIR: dataDir })
  const embedded = await startEmbedded({ dataDir, log: () => {} })
  try {
    expect(await createSuperAdmin()).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/already running on .* Stop it first/),
    })
  } finally {
    await embedded.stop()
  }
  expect(await createSuperAdmin()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/is now a super admin/),
  })
  await rm(dataDir, { recursive: true })
})
