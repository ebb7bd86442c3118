import type { PaymentForm } from '../../../contract/billing.ts'
import type { TestCard } from '../../../contract/sandbox.ts'
import type { TestGolfer } from './factories.ts'
import type { ApiResponse } from './phone.ts'
import type { TestApp } from './test-app.ts'

interface OwnedGroup {
  readonly id: number
  readonly owner: TestGolfer
}

export function paymentHelpers(app: TestApp) {
  const query = async (statement: string, values: unknown[] = []) =>
    (await app.ctx.db.$client.query(statement, values)).rows

  const begin = ({ id, owner }: OwnedGroup): Promise<ApiResponse> =>
    app.phone(owner.session).post('/api/create-subscription', { groupId: id })

  async function confirm(begun: ApiResponse, card: TestCard): Promise<ApiResponse> {
    const { clientSecret } = begun.body as { clientSecret: string; form: PaymentForm }
    return app.phone().post('/api/sandbox/confirm', { clientSecret, card })
  }

  async function openPortal({ id, owner }: OwnedGroup): Promise<string> {
    const answer = await app.phone(owner.session).post(`/api/groups/${id}/billing-portal`)
    return /[^/]+$/.exec((answer.body as { url: string }).url)?.[0] ?? ''
  }

  return {
    query,
    begin,
    confirm,
    /** Starts a subscription and pays, but does not process the provider's events. */
    async pay(group: OwnedGroup, card: TestCard = 'pm_card_visa'): Promise<ApiResponse> {
      const begun = await begin(group)
      return begun.status === 200 ? confirm(begun, card) : begun
    },
    /** Starts a subscription, pays and processes the provider's events. @throws Error if a call fails */
    async paid(group: OwnedGroup, card: TestCard = 'pm_card_visa'): Promise<void> {
      const { status, text } = await this.pay(group, card)
      if (status !== 200) throw new Error(text)
      await app.runJobs()
    },
    openPortal,
    /** Makes a change in the owner's billing portal and processes the provider's events. Accepts a 409. */
    async changeInPortal(
      group: OwnedGroup,
      action: 'cancel' | 'resume' | 'renew' | 'refund' | 'dispute' | { card: TestCard },
    ): Promise<void> {
      const portal = await openPortal(group)
      const { rows } = await app.ctx.db.$client.query(
        'select subscription_id as id from subscriptions where group_id = $1 order by id desc',
        [group.id],
      )
      const body =
        typeof action === 'string'
          ? { action, subscriptionId: rows[0]?.id }
          : { action: 'card', card: action.card }
      const { status, text } = await app.phone().post(`/api/sandbox/portals/${portal}`, body)
      if (status >= 300 && status !== 409) throw new Error(text)
      await app.runJobs()
    },
    read: async ({ id, owner }: OwnedGroup) =>
      (await app.phone(owner.session).get(`/api/groups/${id}/subscription`)).body,
  }
}
