import { trialSignup } from '../../../contract/signups.ts'
import type { Context } from '../../context.ts'
import { anyone } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import { LINK_SENT, signUp } from './sign-up.ts'

export function signupRoutes(serve: Serve, ctx: Context): void {
  serve(
    trialSignup,
    anyone,
    runOnce(ctx, async (within, { body }) => {
      await signUp(within, 'trial', body)
      return { message: LINK_SENT }
    }),
    { rate: 'signup' },
  )
}
