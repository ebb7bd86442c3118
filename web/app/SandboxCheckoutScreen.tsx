import { Checkout } from '../features/billing/sandbox/Checkout.tsx'
import { TestCardForm } from '../features/billing/TestCardForm.tsx'

/** The sandbox's checkout page, with the same form as the subscribe page. */
export function SandboxCheckoutScreen({ id }: { readonly id: string }) {
  return <Checkout id={id} form={(payment) => <TestCardForm {...payment} />} />
}
