import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Database } from './platform/database/database.ts'
import type {
  FindLastNotification,
  GolferHooks,
  GroupHooks,
  Notify,
  RetireNumber,
} from './ports.ts'
import type { Email } from './providers/email/email.ts'
import type { Forecasts } from './providers/forecasts/forecasts.ts'
import type { Payments } from './providers/payments/payments.ts'
import type { Push } from './providers/push/push.ts'
import type { Texts } from './providers/texts/texts.ts'

/** The dependencies that the composition root passes to every domain. */
export interface Context {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly forecasts: Forecasts
  readonly email: Email
  /** Undefined in production without a provider. All texts then become emails. */
  readonly texts: Texts | undefined
  readonly push: Push
  /** Undefined in production without a provider. Payments are then off. */
  readonly payments: Payments | undefined
  /** Messaging implements these three, for domains that cannot import it. */
  readonly notify: Notify
  readonly findLastNotification: FindLastNotification
  readonly retireNumber: RetireNumber
  readonly golferHooks: readonly GolferHooks[]
  readonly groupHooks: readonly GroupHooks[]
}
