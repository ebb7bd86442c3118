import type { FastifyRequest } from 'fastify'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { Config, TwilioAccount } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { linkTo } from '../messages/link-to-app.ts'
import { findAccounts } from './store.ts'

declare const proven: unique symbol

/** An account that agreed to texts at a number. */
export interface Account {
  readonly golferId: number
  readonly name: string
}

/**
 * Whoever holds the phone that a text came from. Texts act for the accounts that agreed to texts at
 * the number, and for no others: anybody may write any number into a profile.
 */
export interface Texter {
  readonly [proven]: 'Texter'
  readonly number: string
  readonly accounts: readonly Account[]
  /** Whether the golfer of any account confirmed the number, agreed or not. */
  readonly isKnown: boolean
}

/** The mint for texts that came in, from a provider that has shown to be it or the outbox. */
export async function texterByNumber(tx: Queries, number: string): Promise<Texter> {
  const found = await findAccounts(tx, number)
  const accounts = found
    .filter(({ hasAgreed }) => hasAgreed)
    .map(({ golferId, name }) => ({ golferId, name }))
  return { number, accounts, isKnown: found.length > 0 } as Omit<Texter, typeof proven> as Texter
}

/** What Twilio posted to a webhook: names and values as they were sent. */
export interface TwilioForm {
  readonly [proven]: 'TwilioForm'
  readonly fields: unknown
}

/**
 * Twilio, by its signature over the address that people use and every field of the form.
 * https://www.twilio.com/docs/usage/security#validating-requests
 * @throws AppError FORBIDDEN for anybody else
 */
export function proveTwilio(
  config: Config,
  { accountSid, authToken }: TwilioAccount,
  request: Pick<FastifyRequest, 'url' | 'headers' | 'body'>,
): TwilioForm {
  const signature = request.headers['x-twilio-signature']
  const fields = (request.body ?? {}) as Record<string, unknown>
  if (
    typeof signature !== 'string' ||
    !validateRequest(authToken, signature, linkTo(config, request.url), fields) ||
    fields['AccountSid'] !== accountSid
  ) {
    throw new AppError('FORBIDDEN', 'This is not signed by Twilio.')
  }
  return { fields } as Omit<TwilioForm, typeof proven> as TwilioForm
}
