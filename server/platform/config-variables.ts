import * as z from 'zod'
import { isDatabaseAddress } from './database/connection.ts'

// An empty environment variable counts as unset.
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((given) => (given === '' ? undefined : given), schema.optional())

const withDefault = <S extends z.ZodType>(schema: S, value: z.input<S>) =>
  z.preprocess((given) => (given === '' || given === undefined ? value : given), schema)

const matching = (pattern: RegExp, message: string) => optional(z.string().regex(pattern, message))

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address like https://golf.example' })
  .transform((url) => url.replace(/\/$/, ''))

const flag = z
  .enum(['0', '1', 'true', 'false'], { error: "must be '1' or '0'" })
  .transform((value) => value === '1' || value === 'true')

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)

const onByDefault = withDefault(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'on')

const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
  .refine(
    isDatabaseAddress,
    'must be a PostgreSQL address like postgres://user:password@host:5432/name',
  )

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Matches 'address' or 'Name <address>', without characters that could break a mail header. */
const MAIL_SENDER = /^(?:[^\p{C}<>@",;]+ <[^\p{C}<>@",;\s]+@[\w.-]+>|[^\p{C}<>@",;\s]+@[\w.-]+)$/u

export const environment = z.object({
  // A misspelled 'production' must not start local mode on a public server.
  NODE_ENV: optional(
    z.enum(['production', 'development', 'test'], {
      error: "must be 'production', 'development', 'test' or not set",
    }),
  ),
  PORT: withDefault(integer(0, 65_535), '5000'),
  HOST: matching(/^[\w.:-]+$/, 'must be a host name or address'),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(databaseUrl),
  DATABASE_DIRECT_URL: optional(databaseUrl),
  BACKUP_DIR: optional(z.string()),
  BACKUP_PASSPHRASE: optional(z.string()),
  PUBLIC_URL: optional(httpUrl),
  DEMO: optional(flag),
  SUPER_ADMIN_EMAIL: optional(z.email('must be an email address')),
  SUPER_ADMIN_PASSWORD: optional(z.string().max(128, 'must have at most 128 characters')),
  RATE_LIMIT: onByDefault,
  TRUST_PROXY: optional(
    z
      .string()
      .regex(
        /^(\d{1,2}|[\da-fA-F.:/]+(,[\da-fA-F.:/]+)*)$/,
        'must be the number of proxies, or their addresses',
      )
      .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(','))),
  ),
  TRIAL_DAYS: withDefault(integer(1, 3650), '30'),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` })),
  SMTP_URL: optional(
    z
      .string()
      .refine(
        (url) => /^smtps?:\/\/./.test(url) && URL.canParse(url),
        'must be an address like smtp://user:password@mail.example:587',
      ),
  ),
  MAIL_FROM: matching(
    MAIL_SENDER,
    'must look like teetimes@golf.example or Fourball <teetimes@golf.example>',
  ),
  CONTACT_EMAIL: optional(z.email('must be an email address')),
  TWILIO_ACCOUNT_SID: matching(
    /^AC[\da-f]{32}$/,
    "must be 'AC' and 32 hexadecimal digits, as shown in Twilio's console",
  ),
  TWILIO_AUTH_TOKEN: matching(
    /^\w{16,64}$/,
    "must be the account's auth token, as shown in Twilio's console",
  ),
  TWILIO_FROM: matching(
    /^(\+[1-9]\d{6,14}|\d{4,8})$/,
    'must be a number like +14035550100, or a short code',
  ),
  TWILIO_MESSAGING_SERVICE_SID: matching(
    /^MG[\da-f]{32}$/,
    "must be 'MG' and 32 hexadecimal digits, as shown in Twilio's console",
  ),
  TWILIO_API_BASE: optional(httpUrl),
  STRIPE_SECRET_KEY: matching(
    /^[sr]k_(test|live)_\w{16,}$/,
    "must start with sk_test_, sk_live_, rk_test_ or rk_live_, as shown in Stripe's dashboard",
  ),
  STRIPE_PUBLISHABLE_KEY: matching(
    /^pk_(test|live)_\w{16,}$/,
    "must start with pk_test_ or pk_live_, as shown in Stripe's dashboard",
  ),
  STRIPE_WEBHOOK_SECRET: matching(
    /^whsec_[\w+/=]{16,}$/,
    "must start with whsec_, as shown for the webhook in Stripe's dashboard",
  ),
  STRIPE_PRICE_ID: matching(
    /^price_\w+$/,
    "must start with price_, as shown for the price in Stripe's dashboard",
  ),
  STRIPE_API_BASE: optional(
    httpUrl.refine(
      (url) => new URL(url).pathname === '/' && !/[?#@]/.test(url),
      'must be an address without a path, like http://127.0.0.1:4020',
    ),
  ),
  VAPID_PUBLIC_KEY: matching(
    /^B[\w-]{86}$/,
    'must be a P-256 public key: 87 characters of base64url',
  ),
  VAPID_PRIVATE_KEY: matching(
    /^[\w-]{43}$/,
    'must be a P-256 private key: 43 characters of base64url',
  ),
  JOBS: onByDefault,
  WORKER_PORT: optional(integer(0, 65_535)),
  METRICS_TOKEN: matching(
    /^[\w-]{20,200}$/,
    'must be 20 to 200 letters, digits, hyphens or underscores',
  ),
  WEATHER_API_BASE: optional(httpUrl),
  GEOCODING_API_BASE: optional(httpUrl),
  WEATHER_API_KEY: optional(z.string()),
})

export type Environment = z.output<typeof environment>
