import { TestCardForm } from '../features/billing/TestCardForm.tsx'
import { Checkout } from '../features/sandbox/Checkout.tsx'

/** The sandbox's page to pay at, with the form that the subscribe page has too. */
export function SandboxCheckoutScreen({ id }: { readonly id: string }) {
  return <Checkout id={id} form={(payment) => <TestCardForm {...payment} />} />
}
