import { ERROR_STATUS, type ErrorBody } from '../../../contract/errors.ts'
import { RULES } from '../../../server/system-tests/testing/access/all-rules.ts'
import {
  expectedStatus,
  nameOf,
  ROLES,
  targetsOf,
} from '../../../server/system-tests/testing/access/rule.ts'
import { accessScene, send } from '../../../server/system-tests/testing/access/scene.ts'
import type { Chapter } from '../attack-target.ts'

/**
 * Calls every endpoint in every role: with ids from the role's own group, with ids from other groups, and
 * with ids that don't exist.
 */
export const ACCESS: Chapter = {
  name: 'access',
  async run(target) {
    const testApp = await target.startApp()
    const scene = accessScene(testApp)
    const testGroups = await scene.createTestGroups()
    await target.attack('call endpoints that the role may not use', async (count) => {
      const deviations: string[] = []
      for (const rule of RULES) {
        for (const role of ROLES) {
          for (const ruleTarget of targetsOf(rule)) {
            const expected = expectedStatus(rule, role, ruleTarget)
            const usedGroups =
              rule.usesUpTestGroups && expected < 400 ? await scene.createTestGroups() : testGroups
            const ids = await scene.prepareIds(usedGroups, rule, ruleTarget)
            const { status, body } = await send(scene.phoneOf(usedGroups, role), rule, ids)
            count.tries += 1
            const { code } = (body ?? {}) as Partial<ErrorBody>
            const isKnownCode =
              status < 400 || (code !== undefined && ERROR_STATUS[code] === status)
            if (status !== expected || !isKnownCode) {
              deviations.push(
                `${role} on ${ruleTarget}: ${nameOf(rule.endpoint)} ${status} ${code}`,
              )
            }
          }
        }
      }
      return deviations.length === 0 ? undefined : deviations.join('; ')
    })
  },
}
