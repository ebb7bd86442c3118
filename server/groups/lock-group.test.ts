import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database, type Queries } from '../platform/database/database.ts'
import { createEmptyDatabase, type TestDatabase } from '../system-tests/testing/database.ts'
import { lockGroupWithHooks } from './lock-group.ts'

const GROUP_ID = 0
const RETRIES = 20
const ctx = { groupHooks: [{}], notify: async () => {} }

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await createEmptyDatabase()
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

test('keeps the locks of the rows and releases the group while new rows keep appearing', async () => {
  let rowCount = 0
  await db.transaction(async (tx) => {
    const { found } = await lockGroupWithHooks(
      ctx,
      tx,
      GROUP_ID,
      async () => {
        expect(await listUnlocked(rowCount)).toEqual([0])
        rowCount += 1
        await lock(tx, rowCount)
        return { hasLockedAll: async () => rowCount > RETRIES }
      },
      async (savepoint) => {
        await lock(savepoint, GROUP_ID)
        return 'locked'
      },
    )
    expect(found).toBe('locked')
    expect(rowCount).toBe(RETRIES + 1)
    expect(await listUnlocked(rowCount)).toEqual([])
  })
  expect(await listUnlocked(rowCount)).toHaveLength(rowCount + 1)
})

test('does not check the rows of a group that was deleted', async () => {
  await db.transaction(async (tx) => {
    const lockRows = async () => ({ hasLockedAll: () => Promise.reject(new Error('asked')) })
    const { found } = await lockGroupWithHooks(ctx, tx, GROUP_ID, lockRows, async () => undefined)
    expect(found).toBeUndefined()
  })
})
