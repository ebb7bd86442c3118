// @module-tag thorough
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { teeTime as teeTimeSchema } from '../../contract/tee-times.ts'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../../tools/demo/seed-demo.ts'
import type { Phone } from './testing/phone.ts'
import { readPostmasterPid, type ServerProcess, startServer } from './testing/server-process.ts'

const ROUNDS = 10
const PLAYERS = 6

interface Acknowledged {
  postedIds: Set<number>
  claimedSpots: Set<string>
}

describe.each(['app', 'embedded postgres'] as const)(
  'kill -9 of the %s while logging in, posting and claiming',
  (victim) => {
    let dataDir: string
    let server: ServerProcess | undefined
    const players: Player[] = []
    const acknowledged: Acknowledged = { postedIds: new Set(), claimedSpots: new Set() }

    beforeAll(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'fourball-crash-'))
      // If the database's OS user could not enter this directory, the app would store the data elsewhere.
      await chmod(dataDir, 0o755)
      server = await startServer({ DATA_DIR: dataDir })
      for (const { email } of DEMO_GOLFERS.slice(0, PLAYERS)) {
        const answer = await server
          .phone()
          .post('/api/auth/login', { email, password: DEMO_PASSWORD })
        const { sessionId: session } = answer.body as { sessionId: string }
        const phone = server.phone(session)
        const me = (await phone.get('/api/auth/me')).body as { id: number }
        const group = (await phone.get(`/api/groups/slug/${DEMO_SLUG}`)).body as { id: number }
        players.push({ email, session, golferId: me.id, groupId: group.id })
      }
    })
    afterAll(async () => {
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true })
    })

    test(`recovers from each of ${ROUNDS} kills and loses nothing that it acknowledged`, {
      timeout: 900_000,
    }, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        server ??= await startServer({ DATA_DIR: dataDir })
        const running = server
        expect(await findMissing(running.phone(players[0]?.session), acknowledged)).toEqual([])

        const acknowledgedBefore = acknowledged.postedIds.size + acknowledged.claimedSpots.size
        const stop = { now: false }
        const playing = players.map((player) => play(running, player, acknowledged, stop))
        // Kill only after ten more posts or claims were acknowledged, and while calls are in progress.
        while (
          acknowledged.postedIds.size + acknowledged.claimedSpots.size < acknowledgedBefore + 10 &&
          !running.hasEnded()
        ) {
          await Promise.race([sleep(5), ...playing])
        }
        await sleep(Math.random() * 200)
        let killedPid = 0
        if (victim === 'app') {
          await server.kill()
          server = undefined
        } else if (!running.hasEnded()) {
          killedPid = await readPostmasterPid(dataDir)
          process.kill(killedPid, 'SIGKILL')
          await sleep(50)
        }
        stop.now = true
        await Promise.all(playing)
        // If the database crashes more than five times within a minute, the app exits. Then start it again.
        if (server !== undefined && !(await waitUntilReady(server, killedPid, dataDir))) {
          expect(server.output()).toContain('times within a minute')
          server = undefined
        }
      }
      server ??= await startServer({ DATA_DIR: dataDir })
      expect(await findMissing(server.phone(players[0]?.session), acknowledged)).toEqual([])
      expect(acknowledged.postedIds.size).toBeGreaterThanOrEqual(ROUNDS)
      expect(acknowledged.claimedSpots.size).toBeGreaterThanOrEqual(ROUNDS)
    })
  },
)

interface Player {
  email: string
  session: string
  golferId: number
  groupId: number
}

async function play(
  server: ServerProcess,
  player: Player,
  acknowledged: Acknowledged,
  stop: { now: boolean },
): Promise<void> {
  const { email, golferId, groupId } = player
  const post = async (path: string, body: unknown) => {
    const answer = await server
      .phone(player.session)
      .post(path, body)
      .catch(() => undefined)
    if (answer !== undefined && answer.status >= 400 && ![409, 503].includes(answer.status)) {
      throw new Error(`${path} returned ${answer.status} ${answer.text}`)
    }
    // Between the crash and the restart, the server is unavailable.
    if (answer === undefined || answer.status === 503) await sleep(10)
    return answer
  }
  while (!stop.now) {
    // Logging in and changing a password are transactions with several statements. A kill may interrupt them.
    const login = await post('/api/auth/login', { email, password: DEMO_PASSWORD })
    if (login?.status === 200) {
      player.session = z.object({ sessionId: z.string() }).parse(login.body).sessionId
      await post('/api/auth/change-password', {
        currentPassword: DEMO_PASSWORD,
        newPassword: DEMO_PASSWORD,
        confirmPassword: DEMO_PASSWORD,
      })
    }
    const postAnswer = await post('/api/tee-times', {
      course: 'Crash Test Links',
      date: new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10),
      time: '12:00',
      // The server treats equal posts within a minute as one. The notes make each post different.
      notes: randomUUID(),
      groupId,
    })
    if (postAnswer?.status === 201)
      acknowledged.postedIds.add(teeTimeSchema.parse(postAnswer.body).id)
    for (const id of [...acknowledged.postedIds].slice(-3)) {
      const claimAnswer = await post(`/api/tee-times/${id}/claim`, {})
      if (claimAnswer?.status === 200) acknowledged.claimedSpots.add(`${id}/${golferId}`)
    }
  }
}

async function findMissing(phone: Phone, acknowledged: Acknowledged): Promise<string[]> {
  const list = await phone.get(`/api/groups/slug/${DEMO_SLUG}/tee-times`)
  const cards = z.array(teeTimeSchema).parse(list.body)
  const foundIds = new Set(cards.map((card) => card.id))
  const foundClaims = new Set(
    cards.flatMap((card) => card.participants.map((golfer) => `${card.id}/${golfer.id}`)),
  )
  return [
    ...[...acknowledged.postedIds].filter((id) => !foundIds.has(id)).map((id) => `tee time ${id}`),
    ...[...acknowledged.claimedSpots]
      .filter((claim) => !foundClaims.has(claim))
      .map((claim) => `claim ${claim}`),
  ]
}

/** Waits until the app has restarted its killed database. Returns false if the app exited instead. */
async function waitUntilReady(
  server: ServerProcess,
  killedPid: number,
  dataDir: string,
): Promise<boolean> {
  while (!server.hasEnded()) {
    // Remaining processes of the killed database may still respond, so also wait for a new lock file.
    const lockFile = await readFile(join(dataDir, 'postgres-18', 'postmaster.pid'), 'utf8').catch(
      () => '',
    )
    const hasNewLockFile = lockFile !== '' && !lockFile.startsWith(`${killedPid}\n`)
    const answer = await server
      .phone()
      .get('/readyz')
      .catch(() => undefined)
    if (hasNewLockFile && answer?.status === 200) return true
    await sleep(50)
  }
  return false
}
