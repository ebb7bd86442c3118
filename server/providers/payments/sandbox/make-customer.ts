import { type Customer, newId, secondsOf } from './objects.ts'
import type { SandboxTransaction } from './transaction.ts'

export async function makeCustomer(
  turn: SandboxTransaction,
  { key, email, name }: { key: string; email: string; name: string | null },
): Promise<Customer> {
  const customer: Customer = {
    id: newId('cus'),
    object: 'customer',
    created: secondsOf(turn.now),
    email,
    name,
    livemode: false,
    metadata: { key },
    invoice_settings: { default_payment_method: null },
  }
  await turn.save(customer)
  return customer
}
