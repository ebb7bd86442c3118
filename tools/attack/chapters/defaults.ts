import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { Chapter } from '../attack-target.ts'

const HOSTILE_SETTINGS = [
  `datestyle = 'German, DMY'`,
  `intervalstyle = 'postgres_verbose'`,
  `timezone = 'Pacific/Chatham'`,
  `default_transaction_isolation = 'serializable'`,
]
const FUTURE_VERSION = 9_999_999_999_999

export const DEFAULTS: Chapter = {
  name: 'defaults',
  async run(target) {
    await target.attack('set hostile defaults on the database', async (count) => {
      const testApp = await target.startApp({ at: new Date().toISOString() })
      const group = await factories(testApp.ctx).group()
      const name = new URL(testApp.databaseUrl).pathname.slice(1)
      for (const setting of HOSTILE_SETTINGS) {
        await testApp.ctx.db.$client.query(`alter database ${name} set ${setting}`)
      }
      const server = await target.startServer({ DATABASE_URL: testApp.databaseUrl })
      const phone = server.phone(group.owner.session)
      const card = await factories(testApp.ctx).teeTime(group)
      for (const call of [
        () => phone.get('/api/auth/me'),
        () => phone.get('/api/auth/sessions'),
        () => phone.get(`/api/groups/slug/${group.slug}/tee-times`),
        () => phone.post(`/api/tee-times/${card.id}/claim`, {}),
        () => phone.post(`/api/tee-times/${card.id}/unclaim`, {}),
      ]) {
        // Serializable transactions conflict only sometimes, so make ten calls in parallel.
        for (const { status, text } of await Promise.all(Array.from({ length: 10 }, call))) {
          count.tries += 1
          if (status !== 200) return `a call got ${status} ${text}`
        }
      }
      return undefined
    })

    await target.attack('start on the database of a newer version', async (count) => {
      const testApp = await target.startApp()
      await testApp.ctx.db.$client.query(
        `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', $1)`,
        [FUTURE_VERSION],
      )
      count.tries += 1
      return target.startServer({ DATABASE_URL: testApp.databaseUrl }).then(
        () => 'it started',
        ({ message }: Error) =>
          /version|newer/i.test(message) ? undefined : `it says: ${message}`,
      )
    })
  },
}
