import { createECDH } from 'node:crypto'
import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { isCommonPassword } from '../../contract/well-known-passwords.ts'
import { type Environment, environmentSchema } from './config-variables.ts'

export type Config = ReturnType<typeof readConfig>

export type TwilioAccount = NonNullable<Config['twilio']>

/** `message` is one line that names the variable. */
export class ConfigError extends Error {}

export function readConfig(env: Record<string, string | undefined>) {
  const nonEmpty = Object.entries(env).filter(([, value]) => value !== '')
  const parsed = environmentSchema.safeParse(Object.fromEntries(nonEmpty))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`)
  }
  const variables = parsed.data
  const isProduction = variables.NODE_ENV === 'production'
  if (isProduction && variables.RATE_LIMIT === 'off') {
    throw new ConfigError("RATE_LIMIT: 'off' is for load tests on loopback, not for production")
  }
  if (isProduction && variables.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL: must be set; links in messages start with it')
  }
  const host = variables.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1')
  const isDemoEnabled =
    !isProduction && variables.DATABASE_URL === undefined && (variables.DEMO ?? true)
  if (!isLoopback(host) && isDemoEnabled) {
    throw new ConfigError(
      `HOST: ${host} is reachable from other machines, and the demo's passwords are public; set DEMO=0 or unset HOST`,
    )
  }
  if (!isLoopback(host) && variables.RATE_LIMIT === 'off') {
    throw new ConfigError(`RATE_LIMIT: 'off' is allowed only on loopback, and HOST is ${host}`)
  }
  if (variables.JOBS === 'off' && variables.DATABASE_URL === undefined) {
    throw new ConfigError(
      "JOBS: 'off' needs DATABASE_URL; no other process can run the jobs of an embedded database",
    )
  }
  if (variables.DATABASE_DIRECT_URL !== undefined && variables.DATABASE_URL === undefined) {
    throw new ConfigError(
      'DATABASE_DIRECT_URL: needs DATABASE_URL, the address of the pooler in front of the same database',
    )
  }
  const superAdmin = superAdminOf(variables, isProduction)
  const smtp = readPair(variables, 'SMTP_URL', 'MAIL_FROM', isProduction)
  return {
    isProduction,
    port: variables.PORT,
    host,
    dataDir: resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL,
    backupDir: backupDirOf(variables),
    databaseDirectUrl: variables.DATABASE_DIRECT_URL,
    backupPassphrase: variables.BACKUP_PASSPHRASE,
    publicUrl: variables.PUBLIC_URL,
    isDemoEnabled,
    superAdmin,
    isRateLimited: variables.RATE_LIMIT === 'on',
    trustProxy: variables.TRUST_PROXY,
    trialDays: variables.TRIAL_DAYS,
    logLevel: variables.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    /** Always defined in production. */
    smtp: smtp && { url: smtp[0], from: smtp[1] },
    contactEmail: variables.CONTACT_EMAIL,
    twilio: twilioOf(variables),
    stripe: stripeOf(variables),
    /** The keys for push notifications; undefined to use those in the database. */
    vapid: vapidOf(variables),
    runsJobs: variables.JOBS === 'on',
    workerPort: variables.WORKER_PORT,
    metricsToken: variables.METRICS_TOKEN,
    weatherApiBase: variables.WEATHER_API_BASE,
    geocodingApiBase: variables.GEOCODING_API_BASE,
    weatherApiKey: variables.WEATHER_API_KEY,
  }
}

function backupDirOf({ BACKUP_DIR, DATABASE_URL, DATA_DIR }: Environment): string | undefined {
  if (BACKUP_DIR === 'off') return undefined
  if (BACKUP_DIR !== undefined) return resolve(BACKUP_DIR)
  return DATABASE_URL === undefined ? resolve(DATA_DIR, 'backups') : undefined
}

export function isLoopback(host: string): boolean {
  return (
    host.toLowerCase() === 'localhost' ||
    host === '::1' ||
    (isIPv4(host) && host.startsWith('127.'))
  )
}

type StringVariable = {
  [Name in keyof Environment]-?: Environment[Name] extends string | undefined ? Name : never
}[keyof Environment]

function readPair(
  variables: Environment,
  name: StringVariable,
  otherName: StringVariable,
  isRequired = false,
): readonly [string, string] | undefined {
  const { [name]: value, [otherName]: otherValue } = variables
  if (value !== undefined && otherValue !== undefined) return [value, otherValue]
  if (value === undefined && otherValue === undefined && !isRequired) return undefined
  const [missing, set] = value === undefined ? [name, otherName] : [otherName, name]
  throw new ConfigError(`${missing}: must be set together with ${set}`)
}

function twilioOf(variables: Environment) {
  const { TWILIO_FROM: from, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = variables
  const { TWILIO_API_BASE: apiBase } = variables
  const isRequired = [from, messagingServiceSid, apiBase].some((one) => one !== undefined)
  const pair = readPair(variables, 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', isRequired)
  if (pair === undefined) return undefined
  const [accountSid, authToken] = pair
  if (from !== undefined && messagingServiceSid !== undefined) {
    throw new ConfigError('TWILIO_FROM: must not be set with TWILIO_MESSAGING_SERVICE_SID')
  }
  const sender = messagingServiceSid ? { messagingServiceSid } : from && { from }
  if (!sender) throw new ConfigError('TWILIO_FROM: must be set, or TWILIO_MESSAGING_SERVICE_SID')
  return { accountSid, authToken, sender, apiBase }
}

const STRIPE_VARIABLES = [
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_ID',
] as const

function stripeOf(variables: Environment) {
  const apiBase = variables.STRIPE_API_BASE
  const values = STRIPE_VARIABLES.map((name) => variables[name])
  const [secretKey, publishableKey, webhookSecret, priceId] = values
  const missing = STRIPE_VARIABLES.filter((name) => variables[name] === undefined)
  if (missing.length === STRIPE_VARIABLES.length && apiBase === undefined) return undefined
  if (!secretKey || !publishableKey || !webhookSecret || !priceId) {
    throw new ConfigError(
      `${missing[0]}: must be set: ${STRIPE_VARIABLES.join(', ')} are only valid together`,
    )
  }
  const modeOf = (key: string) => (key.includes('_live_') ? 'live' : 'test')
  if (modeOf(secretKey) !== modeOf(publishableKey)) {
    throw new ConfigError(
      `STRIPE_PUBLISHABLE_KEY: is a ${modeOf(publishableKey)} key, but STRIPE_SECRET_KEY is a ${modeOf(secretKey)} key`,
    )
  }
  return { secretKey, publishableKey, webhookSecret, priceId, apiBase }
}

function vapidOf(variables: Environment) {
  const pair = readPair(variables, 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY')
  if (pair === undefined) return undefined
  const [publicKey, privateKey] = pair
  const keys = createECDH('prime256v1')
  try {
    keys.setPrivateKey(Buffer.from(privateKey, 'base64url'))
    if (keys.getPublicKey('base64url') === publicKey) return { publicKey, privateKey }
  } catch {
    // The private key is invalid for this curve, so it matches no public key.
  }
  throw new ConfigError('VAPID_PRIVATE_KEY: must match VAPID_PUBLIC_KEY')
}

function superAdminOf(variables: Environment, isProduction: boolean) {
  const pair = readPair(variables, 'SUPER_ADMIN_EMAIL', 'SUPER_ADMIN_PASSWORD', isProduction)
  if (pair === undefined) return undefined
  const [email, password] = pair
  if (!isWeakForSuperAdmin(password, email)) return { email, password }
  throw new ConfigError(`SUPER_ADMIN_PASSWORD: ${WEAK_PASSWORD_MESSAGE}`)
}

export function linkTo(config: Pick<Config, 'publicUrl' | 'host' | 'port'>, path: string): string {
  const { publicUrl, host, port } = config
  if (publicUrl !== undefined) return `${publicUrl}${path}`
  // A wildcard address cannot be opened in a browser.
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}${path}`
}

const MIN_PASSWORD_LENGTH = 12

export const WEAK_PASSWORD_MESSAGE = `too weak; use at least ${MIN_PASSWORD_LENGTH} characters that are hard to guess`

export function isWeakForSuperAdmin(password: string, email: string): boolean {
  const lowerCased = password.toLowerCase()
  const localPart = email.split('@')[0]?.toLowerCase() ?? ''
  return (
    password.length < MIN_PASSWORD_LENGTH ||
    new Set(lowerCased).size < 6 ||
    (localPart.length >= 3 && lowerCased.includes(localPart)) ||
    /^(password|changeme|letmein|qwerty|123456|administrator)/.test(lowerCased) ||
    isCommonPassword(password)
  )
}
