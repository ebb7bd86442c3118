import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, type Queries } from '../platform/database/database.ts'
import { emptyDatabase, type TestDatabase } from '../system-tests/testing/database.ts'
import { lockGroupWithHooks } from './lock-group.ts'

const GROUP_ID = 0
const RETRIES = 20
const ctx = { groupHooks: [{}], notify: async () => {} }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await emptyDatabase()
  db = connect({ url: database.url })
  await db.execute(sql`create table locks (id int primary key)`)
  await db.execute(sql`insert into locks select generate_series(0, 100)`)
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

const lock = (tx: Queries, id: number) =>
  tx.execute(sql`select id from locks where id = ${id} for update`)

/** Returns the ids that no transaction has locked, from 0 (the group) to `last`. */
async function listUnlocked(last: number): Promise<unknown[]> {
  const { rows } = await db.execute(
    sql`select id from locks where id <= ${last} order by id for update skip locked`,
  )
  return rows.map(({ id }) => id)
}

test('keeps the locks of the parts and releases the group while new parts keep appearing', async () => {
  let parts = 0
  await db.transaction(async (tx) => {
    const { found } = await lockGroupWithHooks(
      ctx,
      tx,
      GROUP_ID,
      async () => {
        expect(await listUnlocked(parts)).toEqual([0])
        parts += 1
        await lock(tx, parts)
        return { hasLockedAll: async () => parts > RETRIES }
      },
      async (savepoint) => {
        await lock(savepoint, GROUP_ID)
        return 'locked'
      },
    )
    expect(found).toBe('locked')
    expect(parts).toBe(RETRIES + 1)
    expect(await listUnlocked(parts)).toEqual([])
  })
  expect(await listUnlocked(parts)).toHaveLength(parts + 1)
})

test('does not check the parts of a group that was deleted', async () => {
  await db.transaction(async (tx) => {
    const lockRows = async () => ({ hasLockedAll: () => Promise.reject(new Error('asked')) })
    const { found } = await lockGroupWithHooks(ctx, tx, GROUP_ID, lockRows, async () => undefined)
    expect(found).toBeUndefined()
  })
})
