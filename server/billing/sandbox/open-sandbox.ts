import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { type Sandbox, sandboxPayments } from '../../providers/payments/sandbox.ts'
import {
  findObject,
  listEventsSince,
  listObjects,
  lockSandbox,
  queueEvent,
  saveObject,
} from './store.ts'

const SECRET_BYTES = 24

/** Opens the payment sandbox, which is stored in the app's database. */
export function openSandbox({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Sandbox {
  return sandboxPayments({
    linkTo: (path) => linkTo(config, path),
    runExclusively: (work) =>
      db.transaction(async (tx) => {
        const secret = `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`
        const fresh = { id: 'sandbox', object: 'sandbox', secret, events: 0 } as const
        const state = await lockSandbox(tx, fresh, clock.now())
        // Read after locking, so that later events never have earlier times.
        const now = clock.now()
        return work({
          now,
          state,
          find: (object, id) => findObject(tx, object, id),
          list: (object, having) => listObjects(tx, object, having),
          save: (thing) => saveObject(tx, thing, now),
          queueEvent: (eventId) => queueEvent(tx, eventId),
        })
      }),
    listEvents: (since, after, limit) => listEventsSince(db, since, after, limit),
  })
}
