import type { PaymentProvider } from '../../providers/payments/payments.ts'

/** Wraps a payment provider, to run work before and after each of its calls. */
export function controlPayments(payments: PaymentProvider) {
  let beforeCall: () => Promise<void> = async () => {}
  let afterCall: () => Promise<void> = async () => {}

  const around =
    <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await beforeCall()
      const answer = await call(...given)
      await afterCall()
      return answer
    }

  return {
    payments: {
      ...payments,
      createCustomer: around(payments.createCustomer),
      beginSubscription: around(payments.beginSubscription),
      findClientSecret: around(payments.findClientSecret),
      beginCheckout: around(payments.beginCheckout),
      endCheckout: around(payments.endCheckout),
      openPortal: around(payments.openPortal),
    } satisfies PaymentProvider,
    runBefore(work: () => Promise<void>) {
      beforeCall = work
    },
    /** Sets what runs between the provider's work and the return of each call. */
    runAfter(work: () => Promise<void>) {
      afterCall = work
    },
    reset() {
      beforeCall = async () => {}
      afterCall = async () => {}
    },
  }
}
