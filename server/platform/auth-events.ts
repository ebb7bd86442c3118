import type { FastifyBaseLogger } from 'fastify'

/** Sign-in events, under the names that log queries and alarms search for. */
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

/** Ids, counts and keyed hashes. Never an email, a network address, a password or a token. */
interface AuthFields {
  readonly golferId?: number | undefined
  /** A keyed hash of the email as typed. */
  readonly account?: string
  /** A keyed hash of the caller's network. */
  readonly network?: string
  readonly [more: string]: string | number | boolean | undefined
}

/** Logs a sign-in event at the `info` level. */
export function logAuthEvent(log: FastifyBaseLogger, event: AuthEvent, fields: AuthFields): void {
  log.info({ event, ...fields }, event)
}
