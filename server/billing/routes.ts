import { createSubscription, openBillingPortal, readSubscription } from '../../contract/billing.ts'
import { directPurchase } from '../../contract/signups.ts'
import type { Context } from '../context.ts'
import { ownerByBody, ownerById } from '../groups/index.ts'
import { anyone } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { createSubscription as create } from './create-subscription.ts'
import { openPortal } from './open-portal.ts'
import { purchase } from './purchase.ts'
import { readSubscription as read } from './read-subscription.ts'

export function billingRoutes(serve: Serve, ctx: Context): void {
  serve(createSubscription, ownerByBody(ctx), ({ scope }) => create(ctx, scope))
  serve(readSubscription, ownerById(ctx), ({ scope }) => read(ctx, scope))
  serve(openBillingPortal, ownerById(ctx), ({ scope }) => openPortal(ctx, scope))
  serve(directPurchase, anyone, ({ body }) => purchase(ctx, body), { rate: 'signup' })
}
