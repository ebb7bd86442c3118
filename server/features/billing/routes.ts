import { createSubscription } from '../../../contract/billing.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { ownerByBody } from '../groups/gate.ts'
import { createSubscription as create } from './create-subscription.ts'

export function billingRoutes(serve: Serve, ctx: Context): void {
  serve(createSubscription, ownerByBody(ctx), () => create())
}
