// @module-tag thorough
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createGroup } from '../../groups/create-group.ts'
import { addMember } from '../../groups/members/manage-members.ts'
import { AppError } from '../../platform/errors.ts'
import { endMember } from '../../system-tests/testing/end-accounts.ts'
import { factories, type TestGolfer, type TestGroup } from '../../system-tests/testing/factories.ts'
import { startTestApp, type TestApp } from '../../system-tests/testing/test-app.ts'
import { authenticate } from '../access.ts'
import { deleteGolfer } from './delete-golfer.ts'

const ROUNDS = 12

/** Two nodes on one database, because one connection pool could run the calls one after another. */
let nodes: TestApp[]
let make: ReturnType<typeof factories>
let firstNode: TestApp

beforeAll(async () => {
  firstNode = await startTestApp()
  nodes = [firstNode, await startTestApp({ databaseUrl: firstNode.databaseUrl })]
  make = factories(firstNode.ctx)
})
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close()
})

/** Deletes the account on both nodes, at slightly random times, so that each run has a different order. */
async function deleteOnBothNodes(golfer: TestGolfer): Promise<string[]> {
  const holders = await Promise.all(nodes.map(({ ctx }) => authenticate(ctx, golfer.session)))
  return Promise.all(
    nodes.map(async ({ ctx }, n) => {
      await sleep(Math.random() * 8)
      return outcomeOf(deleteGolfer(ctx, holders[n] ?? fail(), golfer.id))
    }),
  )
}

function fail(): never {
  throw new Error('A node has no session holder')
}

function outcomeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code
      throw error
    },
  )
}

const query = async <Row extends Record<string, unknown>>(text: string) =>
  (await firstNode.ctx.db.execute<Row>(text)).rows

async function countLeftovers({ id }: TestGolfer) {
  const [row] = await query<{ leftovers: number }>(`
    select (select count(*) from group_members where golfer_id = ${id})
      + (select count(*) from groups where owner_id = ${id})
      + (select count(*) from sessions where golfer_id = ${id})
      + (select count(*) from spots s join tee_times t on t.id = s.tee_time_id
          where s.golfer_id = ${id} and t.starts_at > '${firstNode.clock.now().toISOString()}'
            and t.cancelled_at is null) as leftovers`)
  return Number(row?.leftovers)
}

const isDeleted = async ({ id }: TestGolfer) => {
  const [row] = await query<{ gone: boolean }>(
    `select deleted_at is not null as gone from golfers where id = ${id}`,
  )
  return row?.gone
}

async function makeGroupsWith(golfer: TestGolfer, count: number): Promise<TestGroup[]> {
  const groups = []
  for (let n = 0; n < count; n += 1) {
    const group = await make.group()
    await make.member(group, { golfer })
    groups.push(group)
  }
  return groups
}

test('leaves no spot behind while claims, releases, posts and removals race in several groups', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfer = await make.golfer()
    const groups = await makeGroupsWith(golfer, 3)
    const cards = []
    for (const group of groups) {
      cards.push(await make.teeTime(group), await make.teeTime(group, { creator: golfer }))
    }
    const phone = (n: number) => (nodes[n % 2] ?? firstNode).phone(golfer.session)
    const body = { course: 'Lakeview', date: '2026-06-09', time: '08:12', cost: 0 }
    const deleting = deleteOnBothNodes(golfer)
    const removing = sleep(Math.random() * 8).then(() =>
      endMember(firstNode.ctx, { groupId: groups[1]?.id ?? fail(), golferId: golfer.id }),
    )
    const answers = await Promise.all([
      ...cards.map(({ id }, n) => phone(n).post(`/api/tee-times/${id}/claim`)),
      ...cards.map(({ id }, n) => phone(n + 1).post(`/api/tee-times/${id}/unclaim`)),
      ...groups.map(({ id }, n) =>
        phone(n).post('/api/tee-times', { ...body, groupId: id, joinAsPlayer: true }),
      ),
    ])
    await removing
    expect((await deleting).toSorted()).toEqual(['NOT_FOUND', 'done'])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await isDeleted(golfer)).toBe(true)
    expect(await countLeftovers(golfer)).toBe(0)
  }
})

test('either keeps the account or creates no group when deletion and creation race', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfer = await make.golfer()
    await makeGroupsWith(golfer, round % 3)
    const plan = { name: 'Race', slug: `race-${golfer.id}`, ownerId: golfer.id }
    const [made, deleted] = await Promise.all([
      sleep(Math.random() * 8).then(() => createGroup(firstNode.ctx, plan)),
      deleteOnBothNodes(golfer),
    ])
    const gone = await isDeleted(golfer)
    expect(gone).toBe(made === undefined)
    expect(deleted.toSorted()).toEqual(
      gone ? ['NOT_FOUND', 'done'] : ['USER_OWNS_GROUPS', 'USER_OWNS_GROUPS'],
    )
    if (gone) expect(await countLeftovers(golfer)).toBe(0)
  }
})

test('leaves no membership behind while someone adds the golfer to groups', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfer = await make.golfer()
    await makeGroupsWith(golfer, 2)
    const others = [await make.group(), await make.group(), await make.group()]
    const [deleted] = await Promise.all([
      deleteOnBothNodes(golfer),
      ...others.map(async ({ id }, n) => {
        await sleep(Math.random() * 8)
        const { ctx } = nodes[n % 2] ?? firstNode
        await ctx.db.transaction((tx) => addMember(ctx, tx, { groupId: id, golferId: golfer.id }))
      }),
    ])
    expect(deleted.toSorted()).toEqual(['NOT_FOUND', 'done'])
    expect(await countLeftovers(golfer)).toBe(0)
  }
})

test('deletes two golfers of the same groups at the same time', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const golfers = [await make.golfer(), await make.golfer()]
    for (let n = 0; n < 3; n += 1) {
      const group = await make.group()
      for (const golfer of golfers) await make.member(group, { golfer })
      for (const creator of golfers) {
        await make.teeTime(group, { creator, players: golfers.slice(0, n) })
      }
    }
    const outcomes = await Promise.all(golfers.map(deleteOnBothNodes))
    expect(outcomes.map((each) => each.toSorted())).toEqual(
      golfers.map(() => ['NOT_FOUND', 'done']),
    )
    for (const golfer of golfers) expect(await countLeftovers(golfer)).toBe(0)
  }
})
