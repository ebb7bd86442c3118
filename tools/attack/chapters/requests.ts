import * as z from 'zod'
import { LIVE_PATH } from '../../../contract/live.ts'
import { RULES } from '../../../server/system-tests/testing/access/all-rules.ts'
import type { Rule } from '../../../server/system-tests/testing/access/rule.ts'
import {
  type AccessScene,
  accessScene,
  type TestGroups,
} from '../../../server/system-tests/testing/access/scene.ts'
import {
  HOSTILE_HEADERS,
  HOSTILE_SEGMENTS,
  HOSTILE_VALUES,
} from '../../../server/system-tests/testing/hostile-values.ts'
import type { Random } from '../../../server/system-tests/testing/random.ts'
import { type Chapter, LONG_ATTACK_TIMEOUT_MS } from '../attack-target.ts'
import { type Operation, operationsOf } from '../openapi.ts'
import { type Schema, valueFor } from '../schema-values.ts'

const MAX_REQUESTS = 20_000
const MAX_CONCURRENT = 16
const REQUESTS_BEFORE_NEW_GROUPS = 800
/** The attack stops after this many failures, because the printed table has no space for more. */
const MAX_FAILURES = 5

/** Sends valid, malformed and hostile requests in all roles, generated from the OpenAPI document. */
export const REQUESTS: Chapter = {
  name: 'requests',
  async run(target) {
    const testApp = await target.startApp()
    const scene = accessScene(testApp)
    let testGroups = await scene.createTestGroups()
    const document = (await testApp.phone().get('/api/openapi.json')).body
    // The response of the live stream never ends.
    const operations = operationsOf(document).filter(({ path }) => path !== LIVE_PATH)
    const operationsByName = new Map(operations.map((operation) => [operation.name, operation]))
    const validators = new Map<Schema, z.ZodType>()
    const matchesSchema = (schema: Schema | undefined, body: unknown): boolean => {
      if (schema === undefined) return true
      const validator =
        validators.get(schema) ?? z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)
      validators.set(schema, validator)
      return validator.safeParse(body).success
    }
    await target.attack(
      'send generated requests, to get a 5xx or a response that does not match its schema',
      async (count) => {
        const failures: string[] = []
        const calledNames = new Set<string>()
        let acceptedCount = 0
        const sendOne = async () => {
          const operation = target.random.pick(operations)
          const request = await requestFor(operation, target.random, scene, testGroups)
          const answer = await testApp.phone(request.session).send(request.path, request.init)
          count.tries += 1
          calledNames.add(operation.name)
          if (answer.status < 300) acceptedCount += 1
          const isNotJson = /^text\/(calendar|csv|html);/.test(
            answer.headers.get('content-type') ?? '',
          )
          // `requestFor` sometimes changes the method. The request then calls another operation with the
          // same path, or none.
          const calledOperation = operationsByName.get(`${request.init.method} ${operation.path}`)
          const matchesDocument =
            isNotJson ||
            matchesSchema(calledOperation?.responseSchemaFor(answer.status), answer.body)
          if (answer.status >= 500 || !matchesDocument) {
            const sentRequest = `${request.init.method} ${request.path} ${request.init.body ?? ''}`
            failures.push(
              `${sentRequest.slice(0, 150)} → ${answer.status} ${answer.text.slice(0, 150)}`,
            )
          }
        }
        for (
          let sentCount = 0;
          sentCount < MAX_REQUESTS && failures.length < MAX_FAILURES;
          sentCount += MAX_CONCURRENT
        ) {
          // The requests delete groups, remove members and end sessions, so regularly create new groups.
          if (sentCount % REQUESTS_BEFORE_NEW_GROUPS === 0)
            testGroups = await scene.createTestGroups()
          await Promise.all(Array.from({ length: MAX_CONCURRENT }, sendOne))
        }
        if (failures.length > 0) return failures.join('; ')
        if (calledNames.size < operations.length)
          return `only ${calledNames.size} of ${operations.length} endpoints were called`
        const acceptedShare = acceptedCount / count.tries
        return acceptedShare < 0.05
          ? `only ${Math.round(acceptedShare * 100)}% passed validation and access checks`
          : undefined
      },
      LONG_ATTACK_TIMEOUT_MS,
    )
    await target.attack('run the jobs that the requests queued', async () => {
      await testApp.runJobs()
      return undefined
    })
  },
}

interface PreparedRequest {
  /** Undefined for a visitor who is not signed in. */
  readonly session: string | undefined
  readonly path: string
  readonly init: { method: string; headers: Record<string, string>; body?: string }
}

async function requestFor(
  operation: Operation,
  random: Random,
  scene: AccessScene,
  testGroups: TestGroups,
): Promise<PreparedRequest> {
  const { pick, chance } = random
  const rule = ruleOf(operation)
  const { people } = testGroups
  // A destructive operation would delete accounts and groups that other requests use, so its path gets
  // hostile values instead of ids. If its path has no id, it is called without a session.
  const isDestructive = rule?.usesUpTestGroups === true || rule?.thing === 'golfer'
  const defaultIds = { group: testGroups.own, thing: random.below(400) + 1 }
  // `prepareIds` can create an object for the call. It throws if an earlier request deleted the group or
  // golfer that the object belongs to.
  const ids =
    rule !== undefined && chance(25)
      ? await scene
          .prepareIds(testGroups, rule, pick(['own', 'own', 'foreign', 'crossed']))
          .catch(() => defaultIds)
      : defaultIds
  const realIds = [ids.thing, ids.group.id, people.member.id, people.owner.id]
  const segmentFor = (name: string) => {
    if (chance(15) || isDestructive) return pick(HOSTILE_SEGMENTS)
    if (name === 'slug') return ids.group.slug
    const isGroup = name === 'groupId' || (name === 'id' && rule?.pathOmitsGroup !== true)
    return encodeURIComponent(chance(15) ? pick(realIds) : isGroup ? ids.group.id : ids.thing)
  }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segmentFor(name))
  const query = operation.query
    .filter(() => chance(70))
    .map(([name, schema]) => {
      if (chance(30)) return `${name}=${pick(HOSTILE_SEGMENTS)}`
      const value = valueFor(schema, random)
      const text = typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)
      return `${name}=${encodeURIComponent(text.slice(0, 1_000).toWellFormed())}`
    })
  const method = chance(97) ? operation.method : pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
  const body = method === 'GET' ? undefined : bodyFor(operation, random, { ...rule?.body?.(ids) })
  const allowedGolfer = rule?.requires === 'super-admin' ? people.superAdmin : people.owner
  const golfer = chance(60) ? allowedGolfer : pick(Object.values(people))
  const isSignedIn = chance(92) && !(isDestructive && !operation.path.includes('{'))
  return {
    session: isSignedIn ? golfer.session : undefined,
    path: path + (query.length === 0 ? '' : `?${query.join('&')}`),
    init: {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(chance(10) && pick(HOSTILE_HEADERS)),
        ...(chance(10) && { 'idempotency-key': `key-${random.below(50)}` }),
      },
      ...(body !== undefined && { body }),
    },
  }
}

/**
 * Returns a request body that is generated from the schema. Often replaces some of its fields with those of
 * `handwritten`. In about half of the bodies, one field is hostile. Sometimes the whole body is hostile.
 */
function bodyFor(
  { body: schema }: Operation,
  random: Random,
  handwritten: object,
): string | undefined {
  const { pick, chance } = random
  if (schema === undefined) return chance(20) ? JSON.stringify(pick(HOSTILE_VALUES)) : undefined
  if (chance(4)) return JSON.stringify(pick(HOSTILE_VALUES))
  const fullBody: Record<string, unknown> = {
    ...(valueFor(schema, random) as object),
    ...(chance(60) && handwritten),
  }
  if (chance(50)) {
    const names = [...Object.keys(fullBody), '__proto__', 'golferId', 'isSuperAdmin']
    fullBody[pick(names)] = pick(HOSTILE_VALUES)
  }
  return JSON.stringify(fullBody)
}

function ruleOf({ method, path }: Operation): Rule | undefined {
  return RULES.find(({ endpoint }) => endpoint.method === method && endpoint.path === path)
}
