import { expect, test } from 'vitest'
import { readPaymentReturn } from './announce-payment.ts'

test.each(['', 'x=1', 'payment=', 'payment=failed', 'payments=success'])(
  'does not treat %o as a return from payment',
  (search) => {
    expect(readPaymentReturn(search)).toBeUndefined()
  },
)

test('announces a payment and cleans up the URL', () => {
  expect(readPaymentReturn('payment=success')).toMatchObject({
    content: { title: 'Payment Successful' },
    rest: '',
  })
  const secret = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'
  expect(
    readPaymentReturn(`x=1&payment=success&${secret}&redirect_status=succeeded`),
  ).toMatchObject({
    content: { title: 'Payment Successful' },
    rest: '?x=1',
  })
})

test('does not call a payment successful that the bank did not approve', () => {
  expect(
    readPaymentReturn('payment=success&payment_intent=pi_1&redirect_status=failed'),
  ).toMatchObject({ content: { title: 'Payment Failed', variant: 'destructive' }, rest: '' })
})
