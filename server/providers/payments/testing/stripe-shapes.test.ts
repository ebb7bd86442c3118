import { afterAll, beforeAll, expect, test } from 'vitest'
import { EVENT_TYPES } from '../read-event.ts'
import { stripePayments } from '../stripe.ts'
import { PRICE_ID } from './fake-account.ts'
import { OPERATIONS } from './stripe-api.ts'
import { FAULT_SHAPE, OBJECT_SHAPES, REQUEST_SHAPES, RESPONSE_SHAPES } from './stripe-shapes.ts'
import {
  PUBLISHABLE_KEY,
  SECRET_KEY,
  type StripeStandIn,
  startStripe,
  WEBHOOK_SECRET,
} from './stripe-stand-in.ts'

/*
 * These tests check our requests, and the responses of the Stripe stand-in, against the parts of Stripe's
 * OpenAPI file in stripe-shapes.ts. The OpenAPI file has version 2026-09-30. The `stripe` package uses the
 * next version.
 */

const KEY = '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a01'
const OTHER_KEY = '7f9c1c1e-4a8f-4f4e-9a55-1f0e2f6b7a02'
const EMAIL = 'pat@golf.example'

let stripe: StripeStandIn

// Makes every call of `PaymentProvider` that sends a request to Stripe, in all its variants.
beforeAll(async () => {
  stripe = await startStripe()
  const payments = stripePayments({
    secretKey: SECRET_KEY,
    publishableKey: PUBLISHABLE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    priceId: PRICE_ID,
    apiBase: stripe.url,
  })
  const request = { key: KEY, email: EMAIL, description: 'Shaganappi Regulars' }
  const page = {
    successUrl: 'https://golf.example/ok',
    cancelUrl: 'https://golf.example/no',
    expiresAt: new Date(Date.now() + 3_600_000),
  }
  const customerId = await payments.createCustomer({ key: KEY, email: EMAIL, name: 'Pat Jones' })
  const { subscriptionId: id } = await payments.beginSubscription({ ...request, customerId })
  await payments.findClientSecret(id)
  stripe.decline(id)
  stripe.requireAction(id)
  stripe.pay(id)
  stripe.renew(id)
  const inAYear = new Date(Date.now() + 365 * 86_400_000)
  await payments.moveRenewal(id, { at: inAYear, ends: false })
  await payments.cancel(id, 'period-end')
  await payments.moveRenewal(id, { at: inAYear, ends: true })
  stripe.resume(id)
  stripe.failRenewal(id)
  await payments.readSubscription(id)
  await payments.cancel(id, 'now')
  await payments.cancel(id, 'now')
  const { checkoutId } = await payments.beginCheckout({ ...request, ...page })
  stripe.payCheckout(checkoutId)
  await payments.endCheckout(checkoutId)
  const paidSubscriptionId = [...stripe.account.subscriptions.keys()].at(-1) ?? ''
  const paymentId = stripe.paymentOf(paidSubscriptionId)
  stripe.refund(paymentId, 1_000)
  await payments.refund(paymentId, KEY)
  stripe.dispute(paymentId)
  stripe.closeDispute(paymentId, 'lost')
  const unpaidCheckout = await payments.beginCheckout({ ...request, ...page, key: OTHER_KEY })
  await payments.endCheckout(unpaidCheckout.checkoutId)
  await payments.openPortal(customerId, 'https://golf.example/profile')
  const typesWithoutFact: string[] = []
  for (const { type, fact } of await payments.listEvents(new Date(0))) {
    if (fact === undefined) typesWithoutFact.push(type)
  }
  // The two moved renewal dates caused invoices of 0, which are not payments.
  expect(typesWithoutFact).toEqual(['invoice.paid', 'invoice.paid'])
})
afterAll(async () => {
  await stripe.close()
})

test('defines shapes for every operation it calls', () => {
  expect(new Set(stripe.handledCalls.map(({ name }) => name))).toEqual(new Set(OPERATIONS.keys()))
  expect(Object.keys(REQUEST_SHAPES)).toEqual([...OPERATIONS.keys()])
  expect(Object.keys(RESPONSE_SHAPES)).toEqual([...OPERATIONS.keys()])
})

test('sends only documented parameters in every call', () => {
  for (const { name, form } of stripe.handledCalls) {
    expect(REQUEST_SHAPES[name]?.safeParse(form).error?.issues, name).toBeUndefined()
  }
})

test('sends the API version in every call, and an idempotency key in every POST', () => {
  for (const { name, headers } of stripe.handledCalls) {
    expect(headers).toMatchObject({
      'stripe-version': '2026-10-28.endive',
      authorization: `Bearer ${SECRET_KEY}`,
    })
    if (!name.startsWith('POST ')) continue
    expect(headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(headers['idempotency-key'], name).toMatch(/^.{10,255}$/)
  }
  const keys = stripe.handledCalls.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toContain(`customer:${KEY}`)
  expect(keys).toContain(`subscription:${KEY}`)
  expect(keys).toContain(`checkout:${KEY}`)
  expect(keys).toContain(`refund:${KEY}`)
})

test('responds in the documented shapes', () => {
  for (const { name, status, answer } of stripe.handledCalls) {
    const shape = status === 200 ? RESPONSE_SHAPES[name] : FAULT_SHAPE
    expect(shape?.safeParse(answer).error?.issues, `${name} ${status}`).toBeUndefined()
  }
})

test('sends events with the documented objects', () => {
  const notified = new Set<string>()
  for (const { type, data } of stripe.account.events) {
    const object: unknown = Object(data.object).object
    const shape = OBJECT_SHAPES[String(object)]
    expect(shape?.safeParse(data.object).error?.issues, type).toBeUndefined()
    expect(shape, String(object)).toBeDefined()
    notified.add(type)
  }
  // The stand-in sends no events of these types. They are parsed like types that it does send.
  const neverSent = EVENT_TYPES.filter((type) => !notified.has(type))
  expect(neverSent).toEqual([
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'charge.dispute.updated',
    'checkout.session.async_payment_succeeded',
  ])
})

test('detects an unknown parameter or one of the wrong type', () => {
  const shape = REQUEST_SHAPES['POST /v1/subscriptions']
  const sent = stripe.handledCalls.find(({ name }) => name === 'POST /v1/subscriptions')?.form
  expect(shape?.safeParse(sent).success).toBe(true)
  for (const wrong of [
    { payment_behaviour: 'default_incomplete' },
    { payment_behavior: 'incomplete' },
    { items: { 0: { plan: 'price_1' } } },
    { description: 'x'.repeat(501) },
    { metadata: { key: 'x'.repeat(501) } },
  ]) {
    expect(shape?.safeParse({ ...sent, ...wrong }).success, JSON.stringify(wrong)).toBe(false)
  }
})

test('detects a response without a required field', () => {
  const { answer } =
    stripe.handledCalls.find(({ name }) => name === 'POST /v1/invoices/{id}/void') ?? {}
  const shape = RESPONSE_SHAPES['POST /v1/invoices/{id}/void']
  expect(shape?.safeParse(answer).success).toBe(true)
  for (const name of ['amount_overpaid', 'lines', 'status_transitions', 'amount_paid']) {
    const lacking = { ...Object(answer), [name]: undefined }
    expect(shape?.safeParse(lacking).success, name).toBe(false)
  }
})
