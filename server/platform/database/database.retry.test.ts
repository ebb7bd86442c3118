import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { connect, type Database, inTransaction } from './database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await emptyDatabase()
  db = connect({ url: database.url })
  await db.execute(sql`create table holes (id int primary key, strokes int not null)`)
  await db.execute(sql`insert into holes values (1, 0), (2, 0)`)
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

test('completes both of two transactions that deadlock', async () => {
  const met = Promise.withResolvers<void>()
  let arrived = 0
  let begun = 0
  const play = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      begun += 1
      await tx.execute(sql`update holes set strokes = strokes + 1 where id = ${first}`)
      arrived += 1
      if (arrived === 2) met.resolve()
      await met.promise
      await tx.execute(sql`update holes set strokes = strokes + 1 where id = ${second}`)
    })
  await Promise.all([play(1, 2), play(2, 1)])
  // Two attempts and at least one retry: both retry if both detect the deadlock at once.
  expect(begun).toBeGreaterThan(2)
  const { rows } = await db.execute(sql`select strokes from holes order by id`)
  expect(rows).toEqual([{ strokes: 2 }, { strokes: 2 }])
})

test('throws any other error at once', async () => {
  let begun = 0
  const failing = inTransaction(db, async (tx) => {
    begun += 1
    await tx.execute(sql`insert into holes values (1, 0)`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
  expect(begun).toBe(1)
})

test('throws the last error when all tries fail', async () => {
  let begun = 0
  const failing = inTransaction(db, async (tx) => {
    begun += 1
    await tx.execute(sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '40001' } })
  expect(begun).toBe(8)
})
