import { addPushSubscription, endPushSubscription, readPushStatus } from '../../../contract/push.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readStatus, subscribe, unsubscribe } from './manage-phones.ts'

export function pushRoutes(serve: Serve, ctx: Context): void {
  serve(readPushStatus, signedIn(ctx), ({ scope }) => readStatus(ctx, scope))

  serve(addPushSubscription, signedIn(ctx), async ({ scope, body }) => {
    await subscribe(ctx, scope, body)
    return { message: 'This phone is notified.' }
  })

  serve(endPushSubscription, signedIn(ctx), async ({ scope }) => {
    await unsubscribe(ctx, scope)
    return { message: 'This phone is notified no more.' }
  })
}
