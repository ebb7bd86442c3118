import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod'
import { pushKeysOf, pushKeysProblemOf, pushVariables, type VapidKeys } from './config/push-keys.ts'
import {
  type StripeAccount,
  stripeAccountOf,
  stripeProblemOf,
  stripeVariables,
} from './config/stripe-account.ts'
import { flag, httpUrl, integer, optional, withDefault } from './config/variables.ts'
import { isDatabaseAddress } from './database/is-address.ts'
import { isWeakForSuperAdmin, WEAK_PASSWORD } from './super-admin-password.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Checks only the form of a sender, so that no bad character reaches a mail header. */
const MAIL_SENDER = /^(?:[^\p{C}<>@",;]+ <[^\p{C}<>@",;\s]+@[\w.-]+>|[^\p{C}<>@",;\s]+@[\w.-]+)$/u

/** Every environment variable that the server reads. */
const environment = z.object({
  // Otherwise a misspelled 'production' would start local mode on a public server.
  NODE_ENV: optional(
    z.enum(['production', 'development', 'test'], {
      error: "must be 'production', 'development', 'test' or not set",
    }),
  ),
  PORT: withDefault(integer(0, 65_535), '5000'),
  HOST: optional(z.string().regex(/^[\w.:-]+$/, 'must be a host name or address')),
  DATA_DIR: withDefault(z.string(), './data'),
  DATABASE_URL: optional(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
      .refine(
        isDatabaseAddress,
        'must be a PostgreSQL address like postgres://user:password@host:5432/name',
      ),
  ),
  PUBLIC_URL: optional(httpUrl),
  DEMO: optional(flag),
  SUPER_ADMIN_EMAIL: optional(z.email('must be an email address')),
  SUPER_ADMIN_PASSWORD: optional(z.string().max(128, 'must have at most 128 characters')),
  RATE_LIMIT: withDefault(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'on'),
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
  MAIL_FROM: optional(
    z
      .string()
      .regex(
        MAIL_SENDER,
        'must look like teetimes@golf.example or Fourball <teetimes@golf.example>',
      ),
  ),
  TWILIO_ACCOUNT_SID: optional(
    z
      .string()
      .regex(
        /^AC[\da-f]{32}$/,
        "must be 'AC' and 32 hexadecimal digits, as shown in Twilio's console",
      ),
  ),
  TWILIO_AUTH_TOKEN: optional(
    z
      .string()
      .regex(/^\w{16,64}$/, "must be the account's auth token, as shown in Twilio's console"),
  ),
  TWILIO_FROM: optional(
    z
      .string()
      .regex(/^(\+[1-9]\d{6,14}|\d{4,8})$/, 'must be a number like +14035550100, or a short code'),
  ),
  TWILIO_MESSAGING_SERVICE_SID: optional(
    z
      .string()
      .regex(
        /^MG[\da-f]{32}$/,
        "must be 'MG' and 32 hexadecimal digits, as shown in Twilio's console",
      ),
  ),
  TWILIO_API_BASE: optional(httpUrl),
  ...stripeVariables,
  ...pushVariables,
  JOBS: withDefault(z.enum(['on', 'off'], { error: "must be 'on' or 'off'" }), 'on'),
  METRICS_TOKEN: optional(
    z
      .string()
      .regex(/^[\w-]{20,200}$/, 'must be 20 to 200 letters, digits, hyphens or underscores'),
  ),
  WEATHER_API_BASE: optional(httpUrl),
  GEOCODING_API_BASE: optional(httpUrl),
  WEATHER_API_KEY: optional(z.string()),
})

export interface Config {
  production: boolean
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  publicUrl: string | undefined
  demo: boolean
  superAdmin: { email: string; password: string } | undefined
  rateLimit: boolean
  /** How many proxies, or the addresses of those, we trust to say where a call comes from. */
  trustProxy: number | string[] | undefined
  trialDays: number
  logLevel: (typeof LOG_LEVELS)[number]
  /** The mail server and the sender of emails; always defined in production. */
  smtp: { url: string; from: string } | undefined
  /** The account that sends texts. */
  twilio: TwilioAccount | undefined
  /** The account that takes payments. */
  stripe: StripeAccount | undefined
  /** The keys for push notifications; undefined to use those in the database. */
  vapid: VapidKeys | undefined
  /** Whether this process also works on the job queue. */
  jobs: boolean
  /** The bearer token for reading /metrics. */
  metricsToken: string | undefined
  weatherApiBase: string | undefined
  geocodingApiBase: string | undefined
  weatherApiKey: string | undefined
}

export interface TwilioAccount {
  accountSid: string
  authToken: string
  /** One of our numbers, or a messaging service that picks from several. */
  sender: { from: string } | { messagingServiceSid: string }
  /** The address of another server that implements Twilio's API. */
  apiBase: string | undefined
}

/** Thrown for an invalid environment. `message` is one line that names the variable. */
export class ConfigError extends Error {}

/**
 * Reads the configuration from environment variables.
 * @throws ConfigError that names the first invalid variable
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const given = parsed.data
  const production = given.NODE_ENV === 'production'
  if (production && given.RATE_LIMIT === 'off') {
    throw new ConfigError("RATE_LIMIT: 'off' is for load tests on loopback, not for production")
  }
  if (production && given.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL: must be set; links in messages start with it')
  }
  const host = given.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const demo = !production && given.DATABASE_URL === undefined && (given.DEMO ?? true)
  if (!isLoopback(host) && demo) {
    throw new ConfigError(
      `HOST: ${host} is reachable from other machines, and the demo's passwords are public; set DEMO=0 or unset HOST`,
    )
  }
  if (!isLoopback(host) && given.RATE_LIMIT === 'off') {
    throw new ConfigError(`RATE_LIMIT: 'off' is allowed only on loopback, and HOST is ${host}`)
  }
  if (given.JOBS === 'off' && given.DATABASE_URL === undefined) {
    throw new ConfigError(
      "JOBS: 'off' needs DATABASE_URL; no other process can run the jobs of an embedded database",
    )
  }
  return {
    production,
    port: given.PORT,
    host,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    publicUrl: given.PUBLIC_URL,
    demo,
    superAdmin: superAdminOf(given, production),
    rateLimit: given.RATE_LIMIT === 'on',
    trustProxy: given.TRUST_PROXY,
    trialDays: given.TRIAL_DAYS,
    logLevel: given.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    smtp: smtpOf(given, production),
    twilio: twilioOf(given),
    stripe: stripeOf(given),
    vapid: vapidOf(given),
    jobs: given.JOBS === 'on',
    metricsToken: given.METRICS_TOKEN,
    weatherApiBase: given.WEATHER_API_BASE,
    geocodingApiBase: given.GEOCODING_API_BASE,
    weatherApiKey: given.WEATHER_API_KEY,
  }
}

/** Returns whether a server that listens on this host can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return (
    host.toLowerCase() === 'localhost' ||
    host === '::1' ||
    (isIPv4(host) && host.startsWith('127.'))
  )
}

function smtpOf(given: z.output<typeof environment>, production: boolean): Config['smtp'] {
  const { SMTP_URL: url, MAIL_FROM: from } = given
  if (url === undefined && from === undefined && !production) return undefined
  if (url === undefined) throw new ConfigError('SMTP_URL: must be set together with MAIL_FROM')
  if (from === undefined) throw new ConfigError('MAIL_FROM: must be set together with SMTP_URL')
  return { url, from }
}

function twilioOf(given: z.output<typeof environment>): Config['twilio'] {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid,
    TWILIO_API_BASE: apiBase,
  } = given
  const all = [accountSid, authToken, from, messagingServiceSid, apiBase]
  if (all.every((one) => one === undefined)) return undefined
  if (accountSid === undefined) {
    throw new ConfigError('TWILIO_ACCOUNT_SID: must be set together with TWILIO_AUTH_TOKEN')
  }
  if (authToken === undefined) {
    throw new ConfigError('TWILIO_AUTH_TOKEN: must be set together with TWILIO_ACCOUNT_SID')
  }
  if (from !== undefined && messagingServiceSid !== undefined) {
    throw new ConfigError('TWILIO_FROM: must not be set with TWILIO_MESSAGING_SERVICE_SID')
  }
  if (messagingServiceSid !== undefined) {
    return { accountSid, authToken, sender: { messagingServiceSid }, apiBase }
  }
  if (from === undefined) {
    throw new ConfigError('TWILIO_FROM: must be set, or TWILIO_MESSAGING_SERVICE_SID')
  }
  return { accountSid, authToken, sender: { from }, apiBase }
}

function stripeOf(given: z.output<typeof environment>): Config['stripe'] {
  const problem = stripeProblemOf(given)
  if (problem !== undefined) throw new ConfigError(`${problem.path}: ${problem.message}`)
  return stripeAccountOf(given)
}

function vapidOf(given: z.output<typeof environment>): Config['vapid'] {
  const problem = pushKeysProblemOf(given)
  if (problem !== undefined) throw new ConfigError(problem)
  return pushKeysOf(given)
}

function superAdminOf(
  given: z.output<typeof environment>,
  production: boolean,
): Config['superAdmin'] {
  const { SUPER_ADMIN_EMAIL: email, SUPER_ADMIN_PASSWORD: password } = given
  if (email === undefined && password === undefined && !production) return undefined
  if (email === undefined) {
    throw new ConfigError('SUPER_ADMIN_EMAIL: must be set together with SUPER_ADMIN_PASSWORD')
  }
  if (password === undefined) {
    throw new ConfigError('SUPER_ADMIN_PASSWORD: must be set together with SUPER_ADMIN_EMAIL')
  }
  if (isWeakForSuperAdmin(password, email)) {
    throw new ConfigError(`SUPER_ADMIN_PASSWORD: ${WEAK_PASSWORD}`)
  }
  return { email, password }
}
