import type { Context } from '../context.ts'
import { queueForEach } from '../messaging/alerts/queue-for-each.ts'

/** Returns the ports through which lower domains reach higher ones. */
export function connectDomains(): Pick<Context, 'notify' | 'golferHooks' | 'groupHooks'> {
  return { notify: queueForEach, golferHooks: [], groupHooks: [] }
}
