import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import type { Compose, Composed, DeliveryToCompose } from '../deliveries/deliver.ts'
import { PAYMENT_ALERTS, type PaymentEvent } from './compose-payment.ts'
import { composeRound } from './compose-round.ts'
import { describeAccountChange } from './describe-account.ts'
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
  const to = { ...delivery, now: ctx.clock.now(), link: (path: string) => linkTo(ctx.config, path) }
  switch (delivery.event) {
    case 'added':
    case 'join-request':
    case 'ownership':
    case 'trial-ends':
    case 'paid':
    case 'payment-failed':
    case 'payment-returned':
    case 'subscription-ended':
    case 'group-restored':
      return composeGroup(ctx, delivery.event, delivery, to)
    case 'group-deleted':
      return composeDeletion(ctx, delivery, to)
    case 'password-changed':
    case 'password-reset':
    case 'phone-changed':
    case 'texts-on':
      return describeAccountChange(delivery.event, to)
    case 'opt-in':
    case 'reply':
      // Replies and opt-in requests are composed when they are queued.
      return undefined
    default:
      return composeRound(ctx, delivery.event, delivery, to)
  }
}

async function composeGroup(
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
      return describeRestored(group, to, isOwner)
    default:
      return isOwner || data['isPayer'] === true
        ? PAYMENT_ALERTS[event](group, to, data)
        : undefined
  }
}
