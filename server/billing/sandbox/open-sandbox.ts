import * as z from 'zod'
import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { type Sandbox, sandboxPayments } from '../../providers/payments/sandbox.ts'
import { receiveEvent } from '../apply-event.ts'
import { lockSandbox } from './store.ts'

export function openSandbox({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Sandbox {
  return sandboxPayments((work) =>
    db.transaction(async (tx) =>
      work({
        ...(await lockSandbox(tx, clock)),
        linkTo: (path) => linkTo(config, path),
        queueEvent: (eventId) => addJob(tx, 'sandbox_event', { eventId }),
      }),
    ),
  )
}

const job = z.object({ eventId: z.string() })

/** Delivers one of the sandbox's events as Stripe would. Runs as a job, until the event is accepted. */
export async function deliverEvent(ctx: Context, sandbox: Sandbox, payload: unknown) {
  const event = await sandbox.signedEventRequest(job.parse(payload).eventId)
  if (event !== undefined) await receiveEvent(ctx, event.body, event.signature)
}
