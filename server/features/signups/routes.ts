import { directPurchase, trialSignup } from '../../../contract/signups.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { anyone } from '../sessions/gate.ts'
import { signUp } from './sign-up.ts'

const LINK_SENT = 'Check your email: the link in it starts your group.'

export function signupRoutes(serve: Serve, ctx: Context): void {
  serve(
    trialSignup,
    anyone,
    async ({ body }) => {
      await signUp(ctx, 'trial', body)
      return { message: LINK_SENT }
    },
    { rate: 'signup' },
  )

  serve(
    directPurchase,
    anyone,
    async ({ body }) => {
      await signUp(ctx, 'purchase', body)
      return { message: LINK_SENT }
    },
    { rate: 'signup' },
  )
}
