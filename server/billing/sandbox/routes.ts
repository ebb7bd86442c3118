import {
  changeSandboxPortal,
  confirmSandboxPayment,
  paySandboxCheckout,
  readSandboxCheckout,
  readSandboxPortal,
} from '../../../contract/sandbox.ts'
import type { Context } from '../../context.ts'
import { anyone } from '../../identity/index.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import type { RegisterRoute } from '../../platform/http/register-route.ts'
import type { ChangeResult } from '../../providers/payments/sandbox/portal.ts'
import { isSandbox, type PaymentResult } from '../../providers/payments/sandbox.ts'

/** Like Stripe's pages, the routes are open to anyone who has an id, because ids cannot be guessed. */
export function sandboxRoutes(route: RegisterRoute, ctx: Context): void {
  const { payments: sandbox } = ctx
  if (!isSandbox(sandbox)) return

  route(confirmSandboxPayment, anyone, async ({ body: { clientSecret, ...toPay } }) =>
    presentPaid(await sandbox.confirm(clientSecret, toPay)),
  )

  route(readSandboxCheckout, anyone, async ({ params }) => {
    const session = await sandbox.readCheckout(params.id)
    if (session === undefined) throw notFound('payment')
    return {
      status: session.status,
      email: session.customer_email,
      amount: session.amount_total,
      description: session.description,
      successUrl: session.success_url,
      cancelUrl: session.cancel_url,
    }
  })

  route(paySandboxCheckout, anyone, async ({ params, body }) => {
    const paid = await sandbox.payCheckout(params.id, body)
    return { ...presentPaid(paid), successUrl: paid?.successUrl ?? '' }
  })

  route(readSandboxPortal, anyone, async ({ params }) => {
    const portal = await sandbox.readPortal(params.id)
    if (portal === undefined) throw notFound('page')
    return portal
  })

  route(changeSandboxPortal, anyone, async ({ params, body }) =>
    presentChanged(await sandbox.applyPortalChange(params.id, body)),
  )
}

function presentPaid(paid: PaymentResult | undefined): { outcome: 'paid' | 'requires-action' } {
  if (paid === undefined) throw notFound('payment')
  if (paid.outcome === 'declined') throw new AppError('CARD_DECLINED', paid.message)
  if (paid.outcome === 'no-longer-payable') {
    throw new AppError(
      'OUT_OF_DATE',
      'This payment is no longer available. Go back and start again.',
    )
  }
  return { outcome: paid.outcome }
}

function presentChanged(changed: ChangeResult | undefined): { message: string } {
  if (changed === undefined) throw notFound('subscription')
  if (changed.outcome === 'declined') throw new AppError('CARD_DECLINED', changed.message)
  if (changed.outcome === 'not-now') throw new AppError('OUT_OF_DATE', changed.message)
  return { message: 'Saved' }
}
