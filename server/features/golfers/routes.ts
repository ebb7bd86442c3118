import { updatePhone } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { signedIn } from '../sessions/gate.ts'
import { changePhone } from './update-phone.ts'

export function golferRoutes(serve: Serve, ctx: Context): void {
  serve(updatePhone, signedIn(ctx), ({ scope, body }) => changePhone(ctx, scope, body.phone))
}
