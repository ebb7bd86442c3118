import type { FastifyRequest } from 'fastify'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { type Config, linkTo, type TwilioAccount } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { findAccounts, type TeeTimeForAccount } from './store.ts'

/** Not exported, so that only this file creates access objects. */
const proven: unique symbol = Symbol('proven')

/** `golferIds` has only golfers who agreed to texts to this number, because anybody can enter any number. */
export interface Texter {
  readonly [proven]: 'Texter'
  readonly number: string
  readonly golferIds: readonly number[]
  /** Whether any account has confirmed the number, with or without consent to texts. */
  readonly isKnown: boolean
}

export interface TextContext extends Omit<Context, 'db'> {
  readonly db: Queries
  readonly texter: Texter
  /** Whether the phone has several accounts, so that replies must include the golfer's name. */
  readonly isShared: boolean
  readonly now: Date
}

export interface TeeTimeContext extends TextContext {
  readonly teeTime: TeeTimeForAccount
  readonly wasOpen?: boolean
}

/** Call this only for a text from a verified request or from the outbox. */
export async function texterByNumber(tx: Queries, number: string): Promise<Texter> {
  const found = await findAccounts(tx, number)
  const golferIds = found.flatMap(({ golferId, hasAgreed }) => (hasAgreed ? [golferId] : []))
  return { [proven]: 'Texter', number, golferIds, isKnown: found.length > 0 }
}

/** @throws AppError FORBIDDEN. https://www.twilio.com/docs/usage/security#validating-requests */
export function verifyTwilio(config: Config, account: TwilioAccount, request: FastifyRequest) {
  const signature = request.headers['x-twilio-signature']
  const { data: fields = {} } = z.safeParse(z.record(z.string(), z.unknown()), request.body)
  if (
    typeof signature !== 'string' ||
    !validateRequest(account.authToken, signature, linkTo(config, request.url), fields) ||
    fields['AccountSid'] !== account.accountSid
  ) {
    throw new AppError('FORBIDDEN', 'This request has no valid Twilio signature for our account.')
  }
  return fields
}
