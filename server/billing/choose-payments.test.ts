import { expect, test } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { connect } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { StoppedClock } from '../system-tests/testing/test-app.ts'
import { choosePayments } from './choose-payments.ts'

const STRIPE_ENV = {
  STRIPE_SECRET_KEY: 'sk_test_0123456789abcdef',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_0123456789abcdef',
  STRIPE_PRICE_ID: 'price_0123456789abcdef',
}
const STRIPE_FORM = { kind: 'stripe', publishableKey: STRIPE_ENV.STRIPE_PUBLISHABLE_KEY }
const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://golf.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'teetimes@golf.example',
  SUPER_ADMIN_EMAIL: 'admin@golf.example',
  SUPER_ADMIN_PASSWORD: 'fairway bunker nine iron',
}

test.each([
  ['in local mode', {}, { kind: 'sandbox' }],
  ['where other machines can connect', { HOST: '0.0.0.0', DEMO: '0' }, undefined],
  ['in production', PRODUCTION_ENV, undefined],
  ['with keys, in local mode', STRIPE_ENV, STRIPE_FORM],
  ['with keys, in production', { ...PRODUCTION_ENV, ...STRIPE_ENV }, STRIPE_FORM],
])('chooses the payment provider %s', async (_, env, form) => {
  const db = connect({ url: 'postgres://127.0.0.1:1/none' })
  const payments = choosePayments({
    config: readConfig(env),
    db,
    clock: new StoppedClock('2026-06-01T16:00:00Z'),
    log: createLog('silent'),
  })
  expect(payments?.form).toEqual(form)
  await db.$client.end()
})
