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
  pathFor,
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

const withNames = (rules: readonly Rule[]) =>
  rules.map((rule) => [nameOf(rule.endpoint), rule] as const)
const GROUP_ROLES = ['member', 'creator', 'admin', 'owner'] as const
const mayCall = (rule: Rule, role: Role) =>
  rule.statusByRole[role] < 400 || rule.statusByRole[role] === 409
const authorizedRole = (rule: Rule): Role =>
  ([...GROUP_ROLES, 'superAdmin'] as const).find((role) => mayCall(rule, role)) ?? 'owner'

describe("exactly the same response for another group's id and a missing one", () => {
  const groupIdRules = GROUP_RULES.filter((rule) => rule.requires === 'group')

  test.each(withNames(groupIdRules))('%s', async (_name, rule) => {
    const phone = scene.phoneOf(testGroups, 'stranger')
    const forExisting = await send(phone, rule, await scene.prepareIds(testGroups, rule, 'own'))
    const forMissing = await send(phone, rule, await scene.prepareIds(testGroups, rule, 'missing'))
    expect(forExisting.status).toBe(404)
    expect(forExisting.text).toBe(forMissing.text)
  })

  const groupAndThingRules = groupIdRules.filter((rule) => targetsOf(rule).includes('crossed'))
  test.each(withNames(groupAndThingRules))('%s: a thing in another group', async (_name, rule) => {
    const phone = scene.phoneOf(testGroups, 'owner')
    const forExisting = await send(phone, rule, await scene.prepareIds(testGroups, rule, 'crossed'))
    const forMissing = await send(phone, rule, await scene.prepareIds(testGroups, rule, 'unknown'))
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
    const ids = await scene.prepareIds(inactive, rule, 'own')
    await app.ctx.db.execute(`update groups set is_active = false where id = ${inactive.own.id}`)
    const answer = await send(scene.phoneOf(inactive, role), rule, ids)
    await app.ctx.db.execute(`update groups set is_active = true where id = ${inactive.own.id}`)
    return answer
  }

  const inGroupRules = GROUP_RULES.filter((rule) => rule.requires !== 'session')
  describe.each(withNames(inGroupRules))('%s', (_name, rule) => {
    test.each(GROUP_ROLES)('is closed to %s', async (role) => {
      const answer = await callWhileInactive(rule, role)
      expect(answer).toMatchObject({ status: 403, body: { code: 'GROUP_INACTIVE' } })
    })

    test('still works for super admins', async () => {
      const answer = await callWhileInactive(rule, 'superAdmin')
      expect(answer.status).toBe(rule.statusByRole.superAdmin)
      expect(answer.body).not.toMatchObject({ code: 'GROUP_INACTIVE' })
    })
  })
})

test('returns the same for an invite to an inactive group as for an unknown invite', async () => {
  const { own, people } = await scene.createTestGroups()
  const rules = RULES.filter((rule) => rule.thing === 'invite-token')
  const tokens = rules.map(() => scene.createThing(testGroups, own, 'invite-token'))
  await Promise.all(tokens)
  await app.ctx.db.execute(`update groups set is_active = false where id = ${own.id}`)
  for (const [index, rule] of rules.entries()) {
    for (const phone of [app.phone(), app.phone(people.stranger.session)]) {
      const forExisting = await send(phone, rule, {
        group: own,
        thing: (await tokens[index]) ?? '',
      })
      const forMissing = await send(
        phone,
        rule,
        await scene.prepareIds(testGroups, rule, 'missing'),
      )
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
    expiryDate = '2026-05-01T00:00:00Z',
  ) {
    await setExpiry(testGroups.own.id, '2027-05-01T00:00:00Z')
    const ids = await scene.prepareIds(testGroups, rule, 'own')
    await setExpiry(testGroups.own.id, expiryDate)
    return send(scene.phoneOf(testGroups, role), rule, ids)
  }

  describe.each(withNames(GROUP_RULES.filter((rule) => rule.needsSubscription)))(
    '%s',
    (_name, rule) => {
      test.each(ROLES)('%s', async (role) => {
        const answer = await callWhileExpired(rule, role)
        const status = mayCall(rule, role) ? 402 : rule.statusByRole[role]
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
        expect(status).toBe(rule.statusByRole[role])
      })
    },
  )

  describe.each(withNames(GROUP_RULES.filter((rule) => !rule.needsSubscription)))(
    '%s still works',
    (_name, rule) => {
      test.each(ROLES)('%s', async (role) => {
        const testGroups =
          rule.usesUpTestGroups && rule.statusByRole[role] < 400
            ? await scene.createTestGroups()
            : unpaid
        expect((await callWhileExpired(rule, role, testGroups)).status).toBe(
          rule.statusByRole[role],
        )
      })
    },
  )
})

describe("a call with someone else's id", () => {
  const IDENTITY_FIELDS = ['golferId', 'creatorId', 'requesterId'] as const

  /** Returns the field of the body that must contain the caller's id; undefined if there is no such field. */
  function identityFieldOf({ endpoint }: Rule): (typeof IDENTITY_FIELDS)[number] | undefined {
    const names = bodyFieldsOf(endpoint)
    return IDENTITY_FIELDS.find((name) => names.includes(name))
  }
  const rulesWithIdentity = RULES.filter((rule) => identityFieldOf(rule) !== undefined)

  test("finds every call that contains its caller's id", () => {
    expect(
      rulesWithIdentity.map((rule) => `${nameOf(rule.endpoint)} ${identityFieldOf(rule)}`).sort(),
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

  test.each(withNames(rulesWithIdentity))('%s', async (_name, rule) => {
    const testGroups = await scene.createTestGroups()
    const role = authorizedRole(rule) as (typeof GROUP_ROLES)[number]
    const phone = scene.phoneOf(testGroups, role)
    const field = identityFieldOf(rule) ?? ''
    for (const other of [testGroups.people.stranger, testGroups.people.superAdmin]) {
      const ids = await scene.prepareIds(testGroups, rule, 'own')
      const answer = await send(phone, rule, ids, { [field]: other.id })
      expect(answer).toMatchObject({ status: 403, body: { code: 'IDENTITY_MISMATCH' } })
    }
    const ids = await scene.prepareIds(testGroups, rule, 'own')
    const answer = await send(phone, rule, ids, { [field]: testGroups.people[role].id })
    expect(answer.status).toBe(rule.statusByRole[role])
  })
})

describe('order of the checks', () => {
  const json = { 'content-type': 'application/json' }
  const plain = { 'content-type': 'text/plain' }
  const sendRaw = (phone: ReturnType<AccessScene['phoneOf']>, rule: Rule, init: RequestInit) =>
    scene
      .prepareIds(testGroups, rule, 'own')
      .then((ids) => phone.send(pathFor(rule, ids), { method: rule.endpoint.method, ...init }))

  const rulesNeedingSession = RULES.filter(
    (rule) => rule.statusByRole.visitor === 401 && rule.requires !== 'none',
  )
  const rulesWithBody = rulesNeedingSession.filter((rule) => rule.body !== undefined)

  test.each(withNames(rulesWithBody))(
    '%s: returns 401 before checking the body',
    async (_name, rule) => {
      const visitor = app.phone()
      for (const init of [
        { headers: plain, body: 'x' },
        { headers: json, body: '{' },
        { headers: json, body: JSON.stringify('x'.repeat(70_000)) },
      ]) {
        expect((await sendRaw(visitor, rule, init)).status).toBe(401)
      }
    },
  )

  const rulesWithId = rulesNeedingSession.filter((rule) =>
    /\{(?!slug)\w+\}/.test(rule.endpoint.path),
  )
  test.each(withNames(rulesWithId))(
    '%s: returns 401 before checking the id',
    async (_name, rule) => {
      const path = rule.endpoint.path.replace(/\{\w+\}/g, 'abc')
      expect((await app.phone().send(path, { method: rule.endpoint.method })).status).toBe(401)
    },
  )

  test.each(withNames(rulesWithBody))(
    '%s: returns 415, 413 and 400 before 404 and 403',
    async (_name, rule) => {
      for (const role of ['stranger', 'member'] as const) {
        const phone = scene.phoneOf(testGroups, role)
        expect((await sendRaw(phone, rule, { headers: plain, body: 'a=b' })).status).toBe(415)
        expect((await sendRaw(phone, rule, { headers: json, body: '[]' })).status).toBe(400)
        const huge = { headers: json, body: JSON.stringify({ name: 'x'.repeat(66_000) }) }
        expect((await sendRaw(phone, rule, huge)).status).toBe(413)
      }
    },
  )

  test.each(withNames(rulesWithId))(
    '%s: returns 400 for an invalid id before 404 and 403',
    async (_name, rule) => {
      const phone = scene.phoneOf(testGroups, 'stranger')
      const ids = await scene.prepareIds(testGroups, rule, 'own')
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
    const groupIdRules = GROUP_RULES.filter((rule) => rule.requires === 'group')
    for (const rule of groupIdRules) {
      for (const role of ['member', 'admin', 'superAdmin'] as const) {
        const ids = await scene.prepareIds(testGroups, rule, 'missing')
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
