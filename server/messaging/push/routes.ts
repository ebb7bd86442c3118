import {
  addPushSubscription,
  endPushSubscription,
  readPushStanding,
} from '../../../contract/push.ts'
import type { Context } from '../../context.ts'
import { signedIn } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readStanding, subscribe, unsubscribe } from './manage-phone.ts'

export function pushRoutes(serve: Serve, ctx: Context): void {
  serve(readPushStanding, signedIn(ctx), ({ scope }) => readStanding(ctx, scope))

  serve(addPushSubscription, signedIn(ctx), async ({ scope, body }) => {
    await subscribe(ctx, scope, body)
    return { message: 'This phone is notified.' }
  })

  serve(endPushSubscription, signedIn(ctx), async ({ scope }) => {
    await unsubscribe(ctx, scope)
    return { message: 'This phone is notified no more.' }
  })
}
