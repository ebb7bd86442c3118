import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import type { Ports } from './ports.ts'
import type { EmailProvider } from './providers/email/email.ts'
import type { ForecastProvider } from './providers/forecasts/forecasts.ts'
import type { PaymentProvider } from './providers/payments/payments.ts'
import type { PushProvider } from './providers/push/web-push.ts'
import type { TextProvider } from './providers/texts/texts.ts'

export interface Context extends Ports {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly forecasts: ForecastProvider
  readonly email: EmailProvider
  /** Undefined in production if Twilio is not configured. Emails then replace all texts. */
  readonly texts: TextProvider | undefined
  readonly push: PushProvider
  readonly payments: PaymentProvider | undefined
}
