import { type Customer, newId, secondsOf } from './objects.ts'
import type { Turn } from './turn.ts'

export async function makeCustomer(
  turn: Turn,
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
  await turn.keep(customer)
  return customer
}
