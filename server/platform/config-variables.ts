import * as z from 'zod'
import { isDatabaseAddress } from './database/connection.ts'

const matching = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional()

const stripeSetting = (pattern: RegExp, prefixes: string, where = 'shown') =>
  matching(pattern, `must start with ${prefixes}, as ${where} in Stripe's dashboard`)

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

const onByDefault = z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }).default('on')

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

export const environmentSchema = z.object({
  // A misspelled 'production' must not start local mode on a public server.
  NODE_ENV: z
    .enum(['production', 'development', 'test'], {
      error: "must be 'production', 'development', 'test' or not set",
    })
    .optional(),
  PORT: integer(0, 65_535).default(5000),
  HOST: matching(/^[\w.:-]+$/, 'must be a host name or address'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  PUBLIC_URL: httpUrl.optional(),
  DEMO: flag.optional(),
  SUPER_ADMIN_EMAIL: z.email('must be an email address').optional(),
  SUPER_ADMIN_PASSWORD: z.string().max(128, 'must have at most 128 characters').optional(),
  RATE_LIMIT: onByDefault,
  TRUST_PROXY: z
    .string()
    .regex(
      /^(\d{1,2}|[\da-fA-F.:/]+(,[\da-fA-F.:/]+)*)$/,
      'must be the number of proxies, or their addresses',
    )
    .transform((value) => (/^\d{1,2}$/.test(value) ? Number(value) : value.split(',')))
    .optional(),
  TRIAL_DAYS: integer(1, 3650).default(30),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).optional(),
  SMTP_URL: z
    .string()
    .refine(
      (url) => /^smtps?:\/\/./.test(url) && URL.canParse(url),
      'must be an address like smtp://user:password@mail.example:587',
    )
    .optional(),
  MAIL_FROM: matching(
    MAIL_SENDER,
    'must look like teetimes@golf.example or Fourball <teetimes@golf.example>',
  ),
  CONTACT_EMAIL: z.email('must be an email address').optional(),
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
  TWILIO_API_BASE: httpUrl.optional(),
  STRIPE_SECRET_KEY: stripeSetting(
    /^[sr]k_(test|live)_\w{16,}$/,
    'sk_test_, sk_live_, rk_test_ or rk_live_',
  ),
  STRIPE_PUBLISHABLE_KEY: stripeSetting(/^pk_(test|live)_\w{16,}$/, 'pk_test_ or pk_live_'),
  STRIPE_WEBHOOK_SECRET: stripeSetting(/^whsec_[\w+/=]{16,}$/, 'whsec_', 'shown for the webhook'),
  STRIPE_PRICE_ID: stripeSetting(/^price_\w+$/, 'price_', 'shown for the price'),
  STRIPE_API_BASE: httpUrl
    .refine(
      (url) => new URL(url).pathname === '/' && !/[?#@]/.test(url),
      'must be an address without a path, like http://127.0.0.1:4020',
    )
    .optional(),
  VAPID_PUBLIC_KEY: matching(
    /^B[\w-]{86}$/,
    'must be a P-256 public key: 87 characters of base64url',
  ),
  VAPID_PRIVATE_KEY: matching(
    /^[\w-]{43}$/,
    'must be a P-256 private key: 43 characters of base64url',
  ),
  JOBS: onByDefault,
  WORKER_PORT: integer(0, 65_535).optional(),
  METRICS_TOKEN: matching(
    /^[\w-]{20,200}$/,
    'must be 20 to 200 letters, digits, hyphens or underscores',
  ),
  WEATHER_API_BASE: httpUrl.optional(),
  GEOCODING_API_BASE: httpUrl.optional(),
  WEATHER_API_KEY: z.string().optional(),
})

export type Environment = z.output<typeof environmentSchema>
