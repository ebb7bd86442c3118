import type { FastifyBaseLogger } from 'fastify'

/** What happened around signing in, by the names that log queries and alarms look for. */
export type AuthEvent =
  | 'auth.login_succeeded'
  | 'auth.login_failed'
  | 'auth.login_delayed'
  | 'auth.code_required'
  | 'auth.code_entered'
  | 'auth.code_failed'
  | 'auth.code_set_up'
  | 'auth.code_removed'
  | 'auth.recovery_code_used'
  | 'auth.logged_out'
  | 'auth.sessions_ended'
  | 'auth.password_changed'
  | 'auth.password_check_failed'
  | 'auth.password_reset'
  | 'auth.password_reset_requested'
  | 'auth.denied'

/** Ids, counts and keyed hashes: never an email, an address of a network, a password or a token. */
interface AuthFields {
  readonly golferId?: number | undefined
  /** A keyed hash of the email that was typed. */
  readonly account?: string
  /** A keyed hash of the network. */
  readonly network?: string
  readonly [more: string]: string | number | boolean | undefined
}

/** Writes a line about signing in to the log, as information. */
export function logAuthEvent(log: FastifyBaseLogger, event: AuthEvent, fields: AuthFields): void {
  log.info({ event, ...fields }, event)
}
