import type { Delivery } from '../../../contract/delivery-log.ts'
import type { Context } from '../../context.ts'
import { recordAction, type SuperAdmin } from '../../identity/index.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { presentDelivery } from './present-delivery.ts'
import { readDelivery, requeue } from './store.ts'

/**
 * Sends a failed message again. When two calls do so at once, only one succeeds.
 * @throws AppError NOT_FOUND; NOT_FAILED for a message that is pending, was sent, or was dropped
 */
export async function retryDelivery(
  ctx: Context,
  by: SuperAdmin,
  deliveryId: number,
): Promise<Delivery> {
  return ctx.db.transaction(async (tx) => {
    const isQueued = await requeue(tx, deliveryId)
    const row = await readDelivery(tx, deliveryId)
    if (row === undefined) throw notFound('message')
    if (!isQueued) {
      throw new AppError(
        'NOT_FAILED',
        'Only failed messages can be sent again, and this one is not (or no longer) among them.',
      )
    }
    const { golferId, groupId, groupName } = row
    await recordAction(ctx, tx, {
      actorId: by.golferId,
      action: 'message-retried',
      detail: row.event,
      ...(golferId !== null && { golferId }),
      ...(groupId !== null && groupName !== null && { group: { groupId, name: groupName } }),
    })
    return presentDelivery(row)
  })
}
