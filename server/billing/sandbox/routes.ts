import * as endpoints from '../../../contract/sandbox.ts'
import type { Context } from '../../context.ts'
import { anyone } from '../../identity/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { RegisterRoute } from '../../platform/http/register-route.ts'
import type { ChargeResult } from './invoices.ts'
import { isSandbox } from './sandbox.ts'

/** Like Stripe's pages, the routes are open to anyone who has an id, because ids cannot be guessed. */
export function sandboxRoutes(route: RegisterRoute, ctx: Context): void {
  const { payments: sandbox } = ctx
  if (!isSandbox(sandbox)) return

  route(
    endpoints.confirmSandboxPayment,
    anyone,
    async ({ body: { clientSecret, ...payment } }) => ({
      outcome: outcomeOf(await sandbox.confirm(clientSecret, payment)),
    }),
  )

  route(endpoints.readSandboxCheckout, anyone, async ({ params }) => {
    const session = await sandbox.readCheckout(params.id)
    return {
      status: session.status,
      email: session.customer_email,
      amount: session.amount_total,
      description: session.description,
      successUrl: session.success_url,
      cancelUrl: session.cancel_url,
    }
  })

  route(endpoints.paySandboxCheckout, anyone, async ({ params, body }) => {
    const chargeResult = await sandbox.payCheckout(params.id, body)
    return { outcome: outcomeOf(chargeResult), successUrl: chargeResult.successUrl }
  })

  route(endpoints.readSandboxPortal, anyone, ({ params }) => sandbox.readPortal(params.id))

  route(endpoints.changeSandboxPortal, anyone, async ({ params, body }) => {
    const refusal = await sandbox.applyPortalChange(params.id, body)
    if (refusal !== undefined) throw new AppError('CARD_DECLINED', refusal)
    return { message: 'Saved' }
  })
}

/** Throws only here, after the commit, because a declined payment must be recorded, too. */
function outcomeOf(chargeResult: ChargeResult): 'paid' | 'requires-action' {
  if (chargeResult.outcome === 'declined') throw new AppError('CARD_DECLINED', chargeResult.message)
  return chargeResult.outcome
}
