import { eq, sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../system-tests/testing/database.ts'
import { connect, type Database } from './database.ts'
import { isoInstant } from './iso-instant.ts'
import { prepareFast } from './prepare-fast.ts'

const rounds = pgTable('sample_rounds', {
  id: integer().notNull(),
  courseId: integer('course_id'),
  startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
  day: date(),
  isOpen: boolean('is_open').notNull(),
})
const courses = pgTable('sample_courses', { id: integer().notNull(), name: text() })

let database: TestDatabase
let db: Database

beforeAll(async () => {
  database = await cloneDatabase()
  db = connect({ url: database.url })
  await db.execute(`
    create table sample_courses (id int, name text);
    create table sample_rounds (id int, course_id int, starts_at timestamptz, day date, is_open boolean);
    insert into sample_courses values (7, 'Shaganappi Point'), (8, null);
    insert into sample_rounds values
      (1, 7, '2026-06-06 08:12-06', '2026-06-06', true),
      (2, 8, '2026-06-07 09:00-06', null, false),
      (3, null, '2026-06-08 10:30-06', '2026-06-08', true)`)
})
afterAll(async () => {
  await db.$client.end()
  await database.drop()
})

test('returns the same rows as a query that Drizzle prepares', async () => {
  const fields = {
    round: {
      id: rounds.id,
      startsAt: rounds.startsAt,
      since: isoInstant(rounds.startsAt),
      day: rounds.day,
      isOpen: rounds.isOpen,
    },
    course: { id: courses.id, name: courses.name },
    isLate: sql<boolean>`${rounds.id} > 1`,
  }
  const query = db
    .select(fields)
    .from(rounds)
    .leftJoin(courses, eq(courses.id, rounds.courseId))
    .where(sql`${rounds.id} >= ${sql.placeholder('from')}`)
    .orderBy(rounds.id)
  const rows = await prepareFast(db, 'sample_rounds', fields, query)({ from: 1 })

  expect(rows).toEqual(await query.prepare('sample_rounds_of_drizzle').execute({ from: 1 }))
  expect(rows[0]?.round.startsAt).toEqual(new Date('2026-06-06T14:12:00Z'))
  expect(rows.map(({ course }) => course)).toEqual([
    { id: 7, name: 'Shaganappi Point' },
    { id: 8, name: null },
    null,
  ])
})
