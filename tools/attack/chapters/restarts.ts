import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPostmasterPid } from '../../../server/system-tests/testing/server-process.ts'
import { DEMO_GOLFERS } from '../../demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../../demo/seed-demo.ts'
import type { Chapter } from '../attack-target.ts'

const KILLS = 3
const POSTERS = 4
const MAX_RESTART_MS = 30_000

export const RESTARTS: Chapter = {
  name: 'restarts',
  async run(target) {
    const dataDir = await mkdtemp(join(tmpdir(), 'fourball-attack-'))
    target.onClose(() => rm(dataDir, { recursive: true, force: true }))
    // If the app runs as root, it starts PostgreSQL as another user. Let that user enter the folder, because
    // the app would otherwise put the database elsewhere.
    await chmod(dataDir, 0o755)
    const server = await target.startServer({ DATA_DIR: dataDir })
    const email = DEMO_GOLFERS[0]?.email
    const login = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
    const phone = server.phone((login.body as { sessionId: string }).sessionId)
    const { id: groupId } = (await phone.get(`/api/groups/slug/${DEMO_SLUG}`)).body as {
      id: number
    }
    const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)

    await target.attack('kill PostgreSQL under load', async (count) => {
      const postedIds = new Set<number>()
      const unexpectedResponses = new Set<string>()
      let isStopped = false
      const load = Array.from({ length: POSTERS }, async () => {
        while (!isStopped) {
          const plan = {
            course: 'Restart Links',
            date,
            time: '12:00',
            notes: randomUUID(),
            groupId,
          }
          const answer = await phone.post('/api/tee-times', plan).catch(() => undefined)
          count.tries += 1
          if (answer?.status === 201) postedIds.add((answer.body as { id: number }).id)
          else if (answer?.status === 409) return
          else if (answer?.status !== 503)
            unexpectedResponses.add(`${answer?.status} ${answer?.text}`)
          if (answer?.status !== 201) await sleep(50)
        }
      })
      for (let n = 0; n < KILLS; n += 1) {
        await sleep(2_000)
        process.kill(await readPostmasterPid(dataDir), 'SIGKILL')
        await sleep(200)
        const end = performance.now() + MAX_RESTART_MS
        while ((await server.phone().get('/readyz')).status !== 200) {
          if (performance.now() > end) return `not back within ${MAX_RESTART_MS / 1_000} seconds`
          await sleep(100)
        }
      }
      isStopped = true
      await Promise.all(load)
      const list = await phone.get(`/api/groups/slug/${DEMO_SLUG}/tee-times`)
      const storedIds = new Set((list.body as { id: number }[]).map(({ id }) => id))
      const lostCount = [...postedIds].filter((id) => !storedIds.has(id)).length
      if (lostCount > 0) return `${lostCount} of ${postedIds.size} acknowledged tee times are lost`
      return unexpectedResponses.size > 0 ? [...unexpectedResponses].join('; ') : undefined
    })
  },
}
