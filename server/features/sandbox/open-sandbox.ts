import { randomBytes } from 'node:crypto'
import type { Context } from '../../context.ts'
import { type Sandbox, sandboxPayments } from '../../providers/payments/sandbox.ts'
import { linkTo } from '../messages/link-to-app.ts'
import {
  findObject,
  keepObject,
  listEventsSince,
  listObjects,
  lockSandbox,
  queueNotice,
} from './store.ts'

const SECRET_BYTES = 24

/** The sandbox of payments, in this house's database. */
export function openSandbox({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Sandbox {
  return sandboxPayments({
    linkTo: (path) => linkTo(config, path),
    inTurn: (work) =>
      db.transaction(async (tx) => {
        const secret = `whsec_${randomBytes(SECRET_BYTES).toString('hex')}`
        const fresh = { id: 'sandbox', object: 'sandbox', secret, events: 0 } as const
        const state = await lockSandbox(tx, fresh, clock.now())
        // Once it is our turn, so that what is told later is not older.
        const now = clock.now()
        return work({
          now,
          state,
          find: (object, id) => findObject(tx, object, id),
          list: (object, having) => listObjects(tx, object, having),
          keep: (thing) => keepObject(tx, thing, now),
          queueNotice: (eventId) => queueNotice(tx, eventId),
        })
      }),
    listEvents: (since, after, limit) => listEventsSince(db, since, after, limit),
  })
}
