import { randomUUID } from 'node:crypto'
import { factories, type TestGolfer } from '../../../server/system-tests/testing/factories.ts'
import { openTcpProxy } from '../../../server/system-tests/testing/tcp-proxy.ts'
import type { TestApp } from '../../../server/system-tests/testing/test-app.ts'
import type { Chapter } from '../attack-target.ts'

const ROUNDS = 5
const RETRIES = 4

/** Retries requests whose database connection was cut after COMMIT but before PostgreSQL's reply. */
export const DUPLICATES: Chapter = {
  name: 'duplicates',
  async run(target) {
    const testApp = await target.startApp()
    const proxy = await openTcpProxy(testApp.databaseUrl)
    target.onClose(() => proxy.close())
    const node = await target.startApp({ databaseUrl: proxy.url })
    const make = factories(testApp.ctx)
    const group = await make.group()
    const { owner } = group
    const date = '2026-06-06'
    const plan = { course: 'Priddis Greens', date, time: '08:00' }
    const card = await make.teeTime(group, { maxPlayers: 8, players: [owner] })
    // Each entry: what to create, the path, the body, and the table in which to count rows.
    const creations: [string, string, (round: number) => object, string][] = [
      [
        'tee time',
        '/api/tee-times',
        (round) => ({ ...plan, groupId: group.id, notes: `Round ${round}` }),
        'tee_times',
      ],
      [
        'recurring tee time',
        `/api/groups/${group.id}/standing-times`,
        (round) => ({ ...plan, notes: `Every ${round}`, everyWeeks: 1, daysAhead: 7 }),
        'recurring_tee_times',
      ],
      [
        'reservation',
        `/api/tee-times/${card.id}/holds`,
        (round) => ({ name: `Uncle ${round}`, date: '2026-06-03', time: '12:00' }),
        `spots where status = 'reservation'`,
      ],
    ]
    const post = (
      app: TestApp,
      path: string,
      body: object,
      key?: string,
      golfer: TestGolfer = owner,
    ) =>
      app.phone(golfer.session).send(path, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body),
      })
    const countRows = async (rows: string): Promise<number> =>
      (await testApp.ctx.db.$client.query(`select count(*)::int as n from ${rows}`)).rows[0].n

    for (const [name, path, bodyOf, table] of creations) {
      await target.attack(
        `create a second ${name} by retrying after a cut COMMIT`,
        async (count) => {
          const countBefore = await countRows(table)
          for (let round = 0; round < ROUNDS; round += 1) {
            // In some rounds, the tee time is posted without an idempotency key. The app then recognizes a
            // retry by its content.
            const key = name === 'tee time' && round % 2 === 1 ? undefined : randomUUID()
            proxy.trap({ matching: /commit/, statement: 'passes', effect: 'cut' })
            const cutCall = await post(node, path, bodyOf(round), key)
            if (cutCall.status !== 503)
              return `the cut COMMIT got ${cutCall.status} ${cutCall.text}`
            const retries = await Promise.all(
              Array.from({ length: RETRIES }, (_, index) =>
                post(index % 2 === 0 ? testApp : node, path, bodyOf(round), key),
              ),
            )
            count.tries += 1 + RETRIES
            const unexpectedRetry = retries.find(({ status }) => status !== 201)
            if (unexpectedRetry !== undefined)
              return `a retry got ${unexpectedRetry.status} ${unexpectedRetry.text}`
          }
          const createdCount = (await countRows(table)) - countBefore
          // A recurring tee time also posts tee times, but these are not in the table that is counted here.
          return createdCount === ROUNDS ? undefined : `${createdCount} instead of ${ROUNDS}`
        },
      )
    }
  },
}
