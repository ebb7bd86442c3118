import { randomUUID } from 'node:crypto'
import type { TestCard } from '../../../../contract/sandbox.ts'
import type { PaymentEvent, PaymentFact } from '../../../providers/payments/payments.ts'
import { startTestApp, type TestApp } from '../../../system-tests/testing/test-app.ts'
import { isSandbox, type Sandbox } from '../sandbox.ts'

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

export interface SandboxScene {
  readonly app: TestApp
  readonly sandbox: Sandbox
  /** Creates a customer with a subscription that waits for its first payment. */
  beginSubscription(key?: string): Promise<StartedSubscription>
  /** Like `beginSubscription`, and pays. */
  beginAndPay(card?: TestCard): Promise<StartedSubscription>
  /** Creates a checkout page that expires after an hour. */
  beginCheckout(key?: string): Promise<{ checkoutId: string; url: string }>
  /** Opens a customer's portal. Returns the portal's id. */
  openPortal(customerId: string): Promise<string>
  /** Returns the events that were recorded since the last call. */
  takeNewEvents(): Promise<PaymentEvent[]>
  /** Moves the clock, and runs the sandbox's due work. */
  runDueWorkAfter(milliseconds: number): Promise<void>
}

export interface StartedSubscription {
  readonly customerId: string
  readonly subscriptionId: string
  readonly clientSecret: string
}

export async function startSandbox(): Promise<SandboxScene> {
  const app = await startTestApp({ at: '2026-06-01T18:00:00Z' })
  const sandbox = sandboxOf(app)
  let seenEventCount = 0

  async function beginSubscription(key: string = randomUUID()): Promise<StartedSubscription> {
    const email = `${key}@club.example`
    const customerId = await sandbox.createCustomer({ key, email, name: 'Pat Payer' })
    const plan = { key, email, description: 'Fourball: Saturday Golf', customerId }
    return { customerId, ...(await sandbox.beginSubscription(plan)) }
  }

  return {
    app,
    sandbox,
    beginSubscription,
    async beginAndPay(card = 'pm_card_visa') {
      const subscription = await beginSubscription()
      await sandbox.confirm(subscription.clientSecret, { card, authentication: 'passed' })
      return subscription
    },
    beginCheckout: (key = randomUUID()) =>
      sandbox.beginCheckout({
        key,
        email: 'buyer@club.example',
        description: 'Fourball: Sunday Golf',
        successUrl: 'http://localhost/purchase?payment=success',
        cancelUrl: 'http://localhost/purchase',
        expiresAt: new Date(app.clock.now().getTime() + HOUR_MS),
      }),
    async openPortal(customerId) {
      const url = await sandbox.openPortal(customerId, 'http://localhost/golf/profile')
      return url.split('/').at(-1) ?? ''
    },
    async takeNewEvents() {
      const events = await sandbox.listEvents(new Date(0))
      const newEvents = events.slice(seenEventCount)
      seenEventCount = events.length
      return newEvents
    },
    async runDueWorkAfter(milliseconds) {
      app.clock.moveBy(milliseconds)
      await sandbox.runDueWork()
    },
  }
}

function sandboxOf({ ctx: { payments } }: TestApp): Sandbox {
  if (!isSandbox(payments)) throw new Error('A test app has a sandbox')
  return payments
}

export function typesOf(events: readonly PaymentEvent[]): string[] {
  return events.map(({ type }) => type)
}

export function factsOf<K extends PaymentFact['kind']>(
  events: readonly PaymentEvent[],
  kind: K,
): Extract<PaymentFact, { kind: K }>[] {
  return events.flatMap(({ fact }) =>
    fact?.kind === kind ? [fact as Extract<PaymentFact, { kind: K }>] : [],
  )
}
