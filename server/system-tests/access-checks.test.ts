// @module-tag thorough
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RULES } from './testing/access/all-rules.ts'
import { GROUP_RULES } from './testing/access/group-rules.ts'
import {
  bodyFieldsOf,
  nameOf,
  ROLES,
  type Role,
  type Rule,
  targetsOf,
} from './testing/access/rule.ts'
import {
  type AccessScene,
  accessScene,
  addressFor,
  send,
  type TestGroups,
} from './testing/access/scene.ts'
import { startTestApp, type TestApp } from './testing/test-app.ts'

// Tests that refusals do not reveal what exists. Also tests calls in inactive and unpaid groups, calls with
// someone else's id, and the order of the checks.

let app: TestApp
let scene: AccessScene
let testGroups: TestGroups

beforeAll(async () => {
  app = await startTestApp()
  scene = accessScene(app)
  testGroups = await scene.createTestGroups()
})
afterAll(() => app.close())

const named = (rules: readonly Rule[]) =>
  rules.map((rule) => [nameOf(rule.endpoint), rule] as const)
const GROUP_ROLES = ['member', 'creator', 'admin', 'owner'] as const
const mayCall = (rule: Rule, role: Role) => rule.own[role] < 400 || rule.own[role] === 409
const authorizedRole = (rule: Rule): Role =>
  ([...GROUP_ROLES, 'superAdmin'] as const).find((role) => mayCall(rule, role)) ?? 'owner'

describe("exactly the same response for another group's id and a missing one", () => {
  const byId = GROUP_RULES.filter((rule) => rule.requires === 'group')

  test.each(named(byId))('%s', async (_name, rule) => {
    const phone = scene.phoneOf(testGroups, 'stranger')
    const forExisting = await send(phone, rule, await scene.idsOf(testGroups, rule, 'own'))
    const forMissing = await send(phone, rule, await scene.idsOf(testGroups, rule, 'missing'))
    expect(forExisting.status).toBe(404)
    expect(forExisting.text).toBe(forMissing.text)
  })

  const withGroupAndThing = byId.filter((rule) => targetsOf(rule).includes('crossed'))
  test.each(named(withGroupAndThing))('%s: a thing in another group', async (_name, rule) => {
    const phone = scene.phoneOf(testGroups, 'owner')
    const forExisting = await send(phone, rule, await scene.idsOf(testGroups, rule, 'crossed'))
    const forMissing = await send(phone, rule, await scene.idsOf(testGroups, rule, 'unknown'))
    expect(forExisting.status).toBeGreaterThanOrEqual(400)
    expect(forExisting.text).toBe(forMissing.text)
    expect(forExisting.status).toBe(forMissing.status)
  })
})

describe('an inactive group', () => {
  let inactive: TestGroups
  beforeAll(async () => {
    inactive = await scene.createTestGroups()
  })
  async function callWhileInactive(rule: Rule, role: Role) {
    const ids = await scene.idsOf(inactive, rule, 'own')
    await app.ctx.db.execute(`update groups set is_active = false where id = ${inactive.own.id}`)
    const answer = await send(scene.phoneOf(inactive, role), rule, ids)
    await app.ctx.db.execute(`update groups set is_active = true where id = ${inactive.own.id}`)
    return answer
  }

  const ofGroups = GROUP_RULES.filter((rule) => rule.requires !== 'session')
  describe.each(named(ofGroups))('%s', (_name, rule) => {
    test.each(GROUP_ROLES)('is closed to %s', async (role) => {
      const answer = await callWhileInactive(rule, role)
      expect(answer).toMatchObject({ status: 403, body: { code: 'GROUP_INACTIVE' } })
    })

    test('still works for super admins', async () => {
      const answer = await callWhileInactive(rule, 'superAdmin')
      expect(answer.status).toBe(rule.own.superAdmin)
      expect(answer.body).not.toMatchObject({ code: 'GROUP_INACTIVE' })
    })
  })
})

test('returns the same for an invite to an inactive group as for an unknown invite', async () => {
  const { own, people } = await scene.createTestGroups()
  const rules = RULES.filter((rule) => rule.thing === 'invite-token')
  const tokens = rules.map(() => scene.thingIn(testGroups, own, 'invite-token'))
  await Promise.all(tokens)
  await app.ctx.db.execute(`update groups set is_active = false where id = ${own.id}`)
  for (const [index, rule] of rules.entries()) {
    for (const phone of [app.phone(), app.phone(people.stranger.session)]) {
      const forExisting = await send(phone, rule, {
        group: own,
        thing: (await tokens[index]) ?? '',
      })
      const forMissing = await send(phone, rule, await scene.idsOf(testGroups, rule, 'missing'))
      expect(forExisting).toMatchObject({ status: 404, text: forMissing.text })
    }
  }
})

describe('a group that expired unpaid', () => {
  let unpaid: TestGroups
  beforeAll(async () => {
    unpaid = await scene.createTestGroups()
  })
  const setExpiry = (groupId: number, at: string) =>
    app.ctx.db.execute(`update groups set expiry_date = '${at}' where id = ${groupId}`)

  async function callWhileExpired(
    rule: Rule,
    role: Role,
    testGroups = unpaid,
    end = '2026-05-01T00:00:00Z',
  ) {
    await setExpiry(testGroups.own.id, '2027-05-01T00:00:00Z')
    const ids = await scene.idsOf(testGroups, rule, 'own')
    await setExpiry(testGroups.own.id, end)
    return send(scene.phoneOf(testGroups, role), rule, ids)
  }

  describe.each(named(GROUP_RULES.filter((rule) => rule.needsSubscription)))(
    '%s',
    (_name, rule) => {
      test.each(ROLES)('%s', async (role) => {
        const answer = await callWhileExpired(rule, role)
        const status = mayCall(rule, role) ? 402 : rule.own[role]
        expect(answer.status).toBe(status)
        if (status === 402) expect(answer.body).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' })
      })

      test('still works for some days while the subscription renews', async () => {
        const testGroups = await scene.createTestGroups()
        await app.ctx.db.execute(
          `update groups set subscription_status = 'active', renews = true where id = ${testGroups.own.id}`,
        )
        const role = authorizedRole(rule)
        const status = (await callWhileExpired(rule, role, testGroups, '2026-05-30T00:00:00Z'))
          .status
        expect(status).toBe(rule.own[role])
      })
    },
  )

  describe.each(named(GROUP_RULES.filter((rule) => !rule.needsSubscription)))(
    '%s still works',
    (_name, rule) => {
      test.each(ROLES)('%s', async (role) => {
        const testGroups =
          rule.consumes && rule.own[role] < 400 ? await scene.createTestGroups() : unpaid
        expect((await callWhileExpired(rule, role, testGroups)).status).toBe(rule.own[role])
      })
    },
  )
})

describe("a call with someone else's id", () => {
  const IDENTITIES = ['golferId', 'creatorId', 'requesterId'] as const

  /** Returns the field of the body that must contain the caller's id; undefined if there is no such field. */
  function identityOf({ endpoint }: Rule): (typeof IDENTITIES)[number] | undefined {
    const names = bodyFieldsOf(endpoint)
    return IDENTITIES.find((name) => names.includes(name))
  }
  const withIdentity = RULES.filter((rule) => identityOf(rule) !== undefined)

  test("finds every call that contains its caller's id", () => {
    expect(
      withIdentity.map((rule) => `${nameOf(rule.endpoint)} ${identityOf(rule)}`).sort(),
    ).toEqual([
      'DELETE /api/groups/{id}/members/{memberId} requesterId',
      'DELETE /api/tee-times/{id} requesterId',
      'PATCH /api/groups/{id}/name requesterId',
      'POST /api/groups/{id}/members requesterId',
      'POST /api/groups/{id}/transfer-ownership requesterId',
      'POST /api/tee-times creatorId',
      'POST /api/tee-times/{id}/claim golferId',
      'POST /api/tee-times/{id}/delay requesterId',
      'POST /api/tee-times/{id}/last-call requesterId',
      'POST /api/tee-times/{id}/late golferId',
      'POST /api/tee-times/{id}/unclaim golferId',
      'POST /api/tee-times/{id}/unwait golferId',
      'POST /api/tee-times/{id}/wait golferId',
      'PUT /api/tee-times/{id} requesterId',
    ])
  })

  test.each(named(withIdentity))('%s', async (_name, rule) => {
    const testGroups = await scene.createTestGroups()
    const role = authorizedRole(rule) as (typeof GROUP_ROLES)[number]
    const phone = scene.phoneOf(testGroups, role)
    const field = identityOf(rule) ?? ''
    for (const other of [testGroups.people.stranger, testGroups.people.superAdmin]) {
      const ids = await scene.idsOf(testGroups, rule, 'own')
      const answer = await send(phone, rule, ids, { [field]: other.id })
      expect(answer).toMatchObject({ status: 403, body: { code: 'IDENTITY_MISMATCH' } })
    }
    const ids = await scene.idsOf(testGroups, rule, 'own')
    const answer = await send(phone, rule, ids, { [field]: testGroups.people[role].id })
    expect(answer.status).toBe(rule.own[role])
  })
})

describe('order of the checks', () => {
  const json = { 'content-type': 'application/json' }
  const plain = { 'content-type': 'text/plain' }
  const sending = (phone: ReturnType<AccessScene['phoneOf']>, rule: Rule, init: RequestInit) =>
    scene
      .idsOf(testGroups, rule, 'own')
      .then((ids) => phone.send(addressFor(rule, ids), { method: rule.endpoint.method, ...init }))

  const needingSession = RULES.filter(
    (rule) => rule.own.visitor === 401 && rule.requires !== 'none',
  )
  const withBody = needingSession.filter((rule) => rule.body !== undefined)

  test.each(named(withBody))('%s: returns 401 before checking the body', async (_name, rule) => {
    const visitor = app.phone()
    for (const init of [
      { headers: plain, body: 'x' },
      { headers: json, body: '{' },
      { headers: json, body: JSON.stringify('x'.repeat(70_000)) },
    ]) {
      expect((await sending(visitor, rule, init)).status).toBe(401)
    }
  })

  const withId = needingSession.filter((rule) => /\{(?!slug)\w+\}/.test(rule.endpoint.path))
  test.each(named(withId))('%s: returns 401 before checking the id', async (_name, rule) => {
    const path = rule.endpoint.path.replace(/\{\w+\}/g, 'abc')
    expect((await app.phone().send(path, { method: rule.endpoint.method })).status).toBe(401)
  })

  test.each(named(withBody))(
    '%s: returns 415, 413 and 400 before 404 and 403',
    async (_name, rule) => {
      for (const role of ['stranger', 'member'] as const) {
        const phone = scene.phoneOf(testGroups, role)
        expect((await sending(phone, rule, { headers: plain, body: 'a=b' })).status).toBe(415)
        expect((await sending(phone, rule, { headers: json, body: '[]' })).status).toBe(400)
        const huge = { headers: json, body: JSON.stringify({ name: 'x'.repeat(66_000) }) }
        expect((await sending(phone, rule, huge)).status).toBe(413)
      }
    },
  )

  test.each(named(withId))(
    '%s: returns 400 for an invalid id before 404 and 403',
    async (_name, rule) => {
      const phone = scene.phoneOf(testGroups, 'stranger')
      const ids = await scene.idsOf(testGroups, rule, 'own')
      for (const id of ['abc', '0', '-1', '1.5', '2147483648', '1%00']) {
        const path = rule.endpoint.path.replace(/\{\w+\}/g, id)
        const body = rule.body?.(ids)
        const answer = await phone.send(path, {
          method: rule.endpoint.method,
          ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
        })
        expect({ id, status: answer.status, body: answer.body }).toMatchObject({
          status: 400,
          body: { code: 'INVALID_INPUT' },
        })
      }
    },
  )

  test('returns 404 before 403, so that members and super admins get 404 for a missing id', async () => {
    const byId = GROUP_RULES.filter((rule) => rule.requires === 'group')
    for (const rule of byId) {
      for (const role of ['member', 'admin', 'superAdmin'] as const) {
        const ids = await scene.idsOf(testGroups, rule, 'missing')
        const answer = await send(scene.phoneOf(testGroups, role), rule, ids)
        expect([nameOf(rule.endpoint), role, answer.status]).toEqual([
          nameOf(rule.endpoint),
          role,
          404,
        ])
      }
    }
  })
})
