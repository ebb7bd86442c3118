import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const PRODUCTION_WITHOUT_MAIL = {
  NODE_ENV: 'production',
  SUPER_ADMIN_EMAIL: 'admin@golf.example',
  SUPER_ADMIN_PASSWORD: 'fairway bunker nine iron',
  PUBLIC_URL: 'https://golf.example',
}
const SMTP_SERVER_URL = 'smtp://golf:s%40cret@mail.example:587'

function refusalOf(env: Record<string, string>): string | undefined {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return String(error instanceof Error && error.message)
  }
  return undefined
}

const PRODUCTION = {
  ...PRODUCTION_WITHOUT_MAIL,
  SMTP_URL: SMTP_SERVER_URL,
  MAIL_FROM: 'teetimes@golf.example',
}

test.each<[string, Record<string, string>, string]>([
  ['a port in words', { PORT: 'five' }, 'PORT'],
  ['a port that is too high', { PORT: '65536' }, 'PORT'],
  ['another kind of database', { DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL'],
  [
    'a database with an invalid host',
    { DATABASE_URL: 'postgres://u:p@[bad/db?host=/x' },
    'DATABASE_URL',
  ],
  [
    'a database with an invalid port',
    { DATABASE_URL: 'postgres://u:se/cret@db/golf' },
    'DATABASE_URL',
  ],
  [
    'a direct address that is not a database URL',
    { DATABASE_URL: 'postgres://localhost/x', DATABASE_DIRECT_URL: 'localhost' },
    'DATABASE_DIRECT_URL',
  ],
  [
    'a direct address without a pooler',
    { DATABASE_DIRECT_URL: 'postgres://localhost/x' },
    'DATABASE_DIRECT_URL',
  ],
  ['a misspelled production', { NODE_ENV: 'prod' }, 'NODE_ENV'],
  [
    'disabled rate limits where others can connect',
    { RATE_LIMIT: 'off', DEMO: '0', HOST: '::' },
    'RATE_LIMIT',
  ],
  ['a public address without https://', { PUBLIC_URL: 'club.example' }, 'PUBLIC_URL'],
  ['no public address in production', { ...PRODUCTION, PUBLIC_URL: '' }, 'PUBLIC_URL'],
  ['an invalid rate limit flag', { RATE_LIMIT: 'maybe' }, 'RATE_LIMIT'],
  ['no rate limits in production', { ...PRODUCTION, RATE_LIMIT: 'off' }, 'RATE_LIMIT'],
  ['a metrics token that is easy to guess', { METRICS_TOKEN: 'open-sesame' }, 'METRICS_TOKEN'],
  ['a proxy given by name', { TRUST_PROXY: 'nginx' }, 'TRUST_PROXY'],
  ['a trial of zero days', { TRIAL_DAYS: '0' }, 'TRIAL_DAYS'],
  ['an unknown log level', { LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  ['an invalid demo flag', { DEMO: 'yes please' }, 'DEMO'],
  ['an invalid weather URL', { WEATHER_API_BASE: 'ftp://weather' }, 'WEATHER_API_BASE'],
  ['an invalid geocoding URL', { GEOCODING_API_BASE: 'here' }, 'GEOCODING_API_BASE'],
  ['no super admin in production', { ...PRODUCTION, SUPER_ADMIN_EMAIL: '' }, 'SUPER_ADMIN_EMAIL'],
  ['a missing password', { ...PRODUCTION, SUPER_ADMIN_PASSWORD: '' }, 'SUPER_ADMIN_PASSWORD'],
  ['a short password', { ...PRODUCTION, SUPER_ADMIN_PASSWORD: 'x9-Lk2!' }, 'SUPER_ADMIN_PASSWORD'],
  [
    'a common password',
    { ...PRODUCTION, SUPER_ADMIN_PASSWORD: 'password1234' },
    'SUPER_ADMIN_PASSWORD',
  ],
  [
    'a password of one repeated key',
    { ...PRODUCTION, SUPER_ADMIN_PASSWORD: 'aaaaaaaaaaaaaa' },
    'SUPER_ADMIN_PASSWORD',
  ],
  [
    'a password like the email',
    { ...PRODUCTION, SUPER_ADMIN_PASSWORD: 'admin-fairway-9' },
    'SUPER_ADMIN_PASSWORD',
  ],
  ['a password without an email', { SUPER_ADMIN_PASSWORD: 'fairway bunker' }, 'SUPER_ADMIN_EMAIL'],
])('refuses %s in one line that names the variable', (_, env, variable) => {
  const message = refusalOf(env)
  expect(message).toMatch(new RegExp(`^${variable}: `))
  expect(message).not.toContain('\n')
  expect(message).not.toContain('se/cret')
})

test.each([
  '0.0.0.0',
  '::',
  '192.168.1.20',
  '10.0.0.1',
  'club.example',
  '127.evil.example',
  '::ffff:1',
])('refuses the demo on %s and says what to do', (HOST) => {
  expect(refusalOf({ HOST })).toMatch(/^HOST: .*set DEMO=0/)
  expect(refusalOf({ HOST, RATE_LIMIT: 'off' })).toMatch(/^HOST: .*set DEMO=0/)
  expect(readConfig({ HOST, DEMO: '0' })).toMatchObject({ host: HOST, isDemoEnabled: false })
  expect(readConfig({ HOST, DATABASE_URL: 'postgres://localhost/x' }).isDemoEnabled).toBe(false)
})

test.each(['127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST'])(
  'lets the demo listen on %s, even without rate limits',
  (HOST) => {
    expect(readConfig({ HOST, RATE_LIMIT: 'off' })).toMatchObject({
      isDemoEnabled: true,
      isRateLimited: false,
    })
  },
)

test.each([
  'postgres://u:p@db.example:5432/golf',
  'postgresql://fourball@/golf?host=/run/postgresql',
  'postgres:///golf?host=/run/postgresql',
  'postgres://u:p@%2Frun%2Fpostgresql/golf',
])('accepts %s as a database', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['production', 'development', 'test', ''])("accepts '%s' as NODE_ENV", (NODE_ENV) => {
  expect(readConfig({ ...PRODUCTION, NODE_ENV }).isProduction).toBe(NODE_ENV === 'production')
})

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '', TRIAL_DAYS: '' })).toEqual(
    readConfig({}),
  )
})

test('listens on loopback with a demo in local mode, and has no demo in production', () => {
  expect(readConfig({})).toMatchObject({ host: '127.0.0.1', isDemoEnabled: true, port: 5000 })
  expect(readConfig({ DEMO: '0' }).isDemoEnabled).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/x' }).isDemoEnabled).toBe(false)
  expect(readConfig({ ...PRODUCTION, DEMO: '1' })).toMatchObject({
    host: '0.0.0.0',
    isDemoEnabled: false,
  })
})

test.each([
  ['no mail server in production', PRODUCTION_WITHOUT_MAIL, 'SMTP_URL'],
  [
    'an empty mail server',
    { ...PRODUCTION_WITHOUT_MAIL, SMTP_URL: '', MAIL_FROM: 'a@golf.example' },
    'SMTP_URL',
  ],
  [
    'no sender in production',
    { ...PRODUCTION_WITHOUT_MAIL, SMTP_URL: SMTP_SERVER_URL },
    'MAIL_FROM',
  ],
  ['a contact that is not an email address', { CONTACT_EMAIL: 'the pro shop' }, 'CONTACT_EMAIL'],
  ['a server without a sender', { SMTP_URL: SMTP_SERVER_URL }, 'MAIL_FROM'],
  ['a sender without a server', { MAIL_FROM: 'a@golf.example' }, 'SMTP_URL'],
  [
    'a web address as mail server',
    { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@golf.example' },
    'SMTP_URL',
  ],
  [
    'a mail server without a host',
    { SMTP_URL: 'smtp://', MAIL_FROM: 'a@golf.example' },
    'SMTP_URL',
  ],
  [
    'a sender without an address',
    { SMTP_URL: SMTP_SERVER_URL, MAIL_FROM: 'Fourball' },
    'MAIL_FROM',
  ],
  [
    'a sender with a second line',
    { SMTP_URL: SMTP_SERVER_URL, MAIL_FROM: 'a@golf.example\nBcc: eve@evil.example' },
    'MAIL_FROM',
  ],
])('refuses %s in one line that names the variable, for email', (_, env, variable) => {
  const message = refusalOf(env)
  expect(message).toMatch(new RegExp(`^${variable}: `))
  expect(message).not.toContain('\n')
  expect(message).not.toContain('s%40cret')
})

test.each([
  'teetimes@golf.example',
  'Fourball <teetimes@golf.example>',
  'Club Él <t+1@golf.example>',
])('accepts %s as a sender', (from) => {
  expect(
    readConfig({ ...PRODUCTION_WITHOUT_MAIL, SMTP_URL: SMTP_SERVER_URL, MAIL_FROM: from }).smtp,
  ).toEqual({
    url: SMTP_SERVER_URL,
    from,
  })
})

test('needs no mail server in local mode', () => {
  expect(readConfig({}).smtp).toBeUndefined()
})

const TWILIO = {
  TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
  TWILIO_AUTH_TOKEN: 's3cret'.repeat(5),
  TWILIO_FROM: '+14035550100',
}
const MESSAGING_SERVICE_SID = `MG${'0123456789abcdef'.repeat(2)}`

test('sends texts from a number or through a messaging service', () => {
  const account = {
    accountSid: TWILIO.TWILIO_ACCOUNT_SID,
    authToken: TWILIO.TWILIO_AUTH_TOKEN,
    apiBase: undefined,
  }
  expect(readConfig(TWILIO).twilio).toEqual({ ...account, sender: { from: '+14035550100' } })
  expect(
    readConfig({ ...TWILIO, TWILIO_FROM: '', TWILIO_MESSAGING_SERVICE_SID: MESSAGING_SERVICE_SID })
      .twilio,
  ).toEqual({ ...account, sender: { messagingServiceSid: MESSAGING_SERVICE_SID } })
  expect(readConfig({ ...TWILIO, TWILIO_FROM: '70707' }).twilio?.sender).toEqual({ from: '70707' })
  expect(readConfig({ ...TWILIO, TWILIO_API_BASE: 'http://127.0.0.1:4010/' }).twilio?.apiBase).toBe(
    'http://127.0.0.1:4010',
  )
})

test('has no text provider without a Twilio account, even in production', () => {
  expect(readConfig({}).twilio).toBeUndefined()
  expect(readConfig(PRODUCTION).twilio).toBeUndefined()
})

const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_s3cret0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789abcdef',
  STRIPE_WEBHOOK_SECRET: 'whsec_s3cret0123456789',
  STRIPE_PRICE_ID: 'price_0123456789abcdef',
}
const LIVE_STRIPE = {
  ...STRIPE,
  STRIPE_SECRET_KEY: 'rk_live_s3cret0123456789',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_0123456789abcdef',
}

test('takes payments through Stripe when all of its settings are given', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(PRODUCTION).stripe).toBeUndefined()
  const account = {
    secretKey: STRIPE.STRIPE_SECRET_KEY,
    publishableKey: STRIPE.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE.STRIPE_WEBHOOK_SECRET,
    priceId: STRIPE.STRIPE_PRICE_ID,
    apiBase: undefined,
  }
  expect(readConfig(STRIPE).stripe).toEqual(account)
  const apiBase = 'http://127.0.0.1:4020'
  expect(readConfig({ ...STRIPE, STRIPE_API_BASE: `${apiBase}/` }).stripe?.apiBase).toBe(apiBase)
  expect(readConfig({ ...PRODUCTION, ...LIVE_STRIPE }).stripe?.secretKey).toBe(
    LIVE_STRIPE.STRIPE_SECRET_KEY,
  )
})

test.each<[string, Record<string, string>, string]>([
  ...Object.keys(STRIPE).map((name): [string, Record<string, string>, string] => [
    `Stripe without ${name}`,
    { ...STRIPE, [name]: '' },
    name,
  ]),
  ['only a Stripe base URL', { STRIPE_API_BASE: 'http://127.0.0.1:4020' }, 'STRIPE_SECRET_KEY'],
  [
    'the publishable key as the secret key',
    { ...STRIPE, STRIPE_SECRET_KEY: STRIPE.STRIPE_PUBLISHABLE_KEY },
    'STRIPE_SECRET_KEY',
  ],
  [
    'the secret key as the publishable key',
    { ...STRIPE, STRIPE_PUBLISHABLE_KEY: STRIPE.STRIPE_SECRET_KEY },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  [
    'a live key with a test key',
    { ...STRIPE, STRIPE_SECRET_KEY: LIVE_STRIPE.STRIPE_SECRET_KEY },
    'STRIPE_PUBLISHABLE_KEY',
  ],
  [
    'an invalid webhook secret',
    { ...STRIPE, STRIPE_WEBHOOK_SECRET: 's3cret' },
    'STRIPE_WEBHOOK_SECRET',
  ],
  ['a product instead of a price', { ...STRIPE, STRIPE_PRICE_ID: 'prod_0123' }, 'STRIPE_PRICE_ID'],
  [
    'a Stripe base URL with a path',
    { ...STRIPE, STRIPE_API_BASE: 'http://127.0.0.1:4020/v1' },
    'STRIPE_API_BASE',
  ],
  ['only a token', { TWILIO_AUTH_TOKEN: TWILIO.TWILIO_AUTH_TOKEN }, 'TWILIO_ACCOUNT_SID'],
  ['only an account', { TWILIO_ACCOUNT_SID: TWILIO.TWILIO_ACCOUNT_SID }, 'TWILIO_AUTH_TOKEN'],
  ['only a base URL', { TWILIO_API_BASE: 'http://127.0.0.1:4010' }, 'TWILIO_ACCOUNT_SID'],
  ['a missing sender', { ...TWILIO, TWILIO_FROM: '' }, 'TWILIO_FROM'],
  [
    'two senders',
    { ...TWILIO, TWILIO_MESSAGING_SERVICE_SID: MESSAGING_SERVICE_SID },
    'TWILIO_FROM',
  ],
  [
    'a key instead of an account',
    { ...TWILIO, TWILIO_ACCOUNT_SID: 'SK0123' },
    'TWILIO_ACCOUNT_SID',
  ],
  [
    'a token with a space',
    { ...TWILIO, TWILIO_AUTH_TOKEN: 's3cret s3cret s3cret' },
    'TWILIO_AUTH_TOKEN',
  ],
  ['a sender in display format', { ...TWILIO, TWILIO_FROM: '(403) 555-0100' }, 'TWILIO_FROM'],
  [
    'an invalid messaging service',
    { ...TWILIO, TWILIO_FROM: '', TWILIO_MESSAGING_SERVICE_SID: 'golf' },
    'TWILIO_MESSAGING_SERVICE_SID',
  ],
  [
    'a base URL with an unsupported scheme',
    { ...TWILIO, TWILIO_API_BASE: 'ftp://x' },
    'TWILIO_API_BASE',
  ],
  ['an invalid jobs flag', { JOBS: 'maybe' }, 'JOBS'],
  ['jobs that no worker can run', { JOBS: 'off' }, 'JOBS'],
])(
  'refuses %s in one line that names the variable, for Stripe, Twilio and jobs',
  (_, env, variable) => {
    const message = refusalOf(env)
    expect(message).toMatch(new RegExp(`^${variable}: `))
    expect(message).not.toContain('\n')
    expect(message).not.toContain('s3cret')
  },
)

test('runs jobs in the app unless configured otherwise', () => {
  expect(readConfig({}).runsJobs).toBe(true)
  const env = { JOBS: 'off', DATABASE_URL: 'postgres://localhost/x' }
  expect(readConfig(env).runsJobs).toBe(false)
})
