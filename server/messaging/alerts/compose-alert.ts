import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import type { Compose, Composed, ComposedFor, DeliveryToCompose } from '../deliveries/deliver.ts'
import { PAYMENT_ALERTS, type PaymentEvent } from './compose-payment.ts'
import { composeRoundAlert, ROUND_ALERTS } from './compose-round.ts'
import { ACCOUNT_CHANGES, describeAccountChange } from './describe-account.ts'
import {
  composeDeletion,
  describeAdded,
  describeJoinRequest,
  describeOwnership,
  describeRestored,
} from './describe-group.ts'
import type { Reader } from './format-for-reader.ts'
import { findGolferName, findGroupToNotify, listJoinRequesters } from './store.ts'

export const composeAlert: Compose = async (ctx, delivery) => {
  const { event } = delivery
  const to = { ...delivery, now: ctx.clock.now(), link: (path: string) => linkTo(ctx.config, path) }
  // Replies and opt-in requests are composed when they are queued.
  if (event === 'reply' || event === 'opt-in') return undefined
  if (event === 'group-deleted') {
    const deletion = await composeDeletion(ctx, delivery, to)
    return deletion satisfies ComposedFor<typeof event> | undefined
  }
  if (isKeyOf(ACCOUNT_CHANGES, event)) {
    return describeAccountChange(event, to) satisfies ComposedFor<typeof event>
  }
  if (isKeyOf(ROUND_ALERTS, event)) return composeRoundAlert(ctx, event, delivery, to)
  return composeGroupAlert(ctx, event, delivery, to)
}

const isKeyOf = <Alerts extends object>(
  alerts: Alerts,
  event: string,
): event is keyof Alerts & string => event in alerts

async function composeGroupAlert(
  ctx: Context,
  event: 'added' | 'join-request' | 'ownership' | 'group-restored' | PaymentEvent,
  { golferId, groupId, data }: DeliveryToCompose,
  to: Reader,
): Promise<Composed | undefined> {
  if (groupId === null) return undefined
  const group = await findGroupToNotify(ctx.db, groupId, golferId)
  if (group === undefined) return undefined
  const isOwner = group.ownerId === golferId
  const by = await findGolferName(ctx.db, data['by'])
  switch (event) {
    case 'added': {
      const how = data['how']
      return how === 'added' || how === 'accepted' || how === 'created'
        ? describeAdded(group, to, how, by)
        : undefined
    }
    case 'join-request': {
      if (!isOwner && !group.isAdmin) return undefined
      const [newest, ...others] = await listJoinRequesters(ctx.db, groupId)
      return newest === undefined ? undefined : describeJoinRequest(group, to, [newest, ...others])
    }
    case 'ownership':
      return isOwner ? describeOwnership(group, to, by) : undefined
    case 'group-restored':
      return describeRestored(group, to, isOwner) satisfies ComposedFor<typeof event>
    default:
      return isOwner || data['isPayer'] === true
        ? PAYMENT_ALERTS[event](group, to, data)
        : undefined
  }
}
