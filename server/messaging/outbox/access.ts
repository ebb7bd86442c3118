import type { Context } from '../../context.ts'
import { holderOf, type SessionHolder } from '../../identity/index.ts'
import { type Config, isLoopback } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/register-route.ts'
import { findOwnNumber } from './store.ts'

/** Not exported, so that only this file creates access objects. */
const proven: unique symbol = Symbol('proven')

/** Access to stored messages: everybody's, or those of a golfer and of their simulated phone, if any. */
export interface OutboxReader {
  readonly [proven]: 'OutboxReader'
  readonly whose: 'everybody' | { readonly golferId: number; readonly number: string | null }
}

/** Permission to send texts from the simulated phone with this number. */
export interface OutboxTexter {
  readonly [proven]: 'OutboxTexter'
  readonly number: string
}

/** Returns whether there is an outbox: never in production, otherwise for the demo or without SMTP. */
export function hasOutbox(config: Config): boolean {
  return !config.production && (config.demo || config.smtp === undefined)
}

/**
 * Returns whether anybody may read the whole outbox without signing in, as the simulated phones of local
 * mode do. Requires the app's own database, and a server that only this machine can reach. Otherwise, golfers
 * read only their own messages, since messages contain addresses and sign-in links.
 */
export function isOpenOutbox({ databaseUrl, host }: Config): boolean {
  return databaseUrl === undefined && isLoopback(host)
}

/** Lets anybody read everything. Only for an open outbox. */
export const readerOfAll: Access<undefined, OutboxReader, unknown> = {
  name: 'anyone, in local mode',
  isPublic: true,
  identify: async () => undefined,
  authorize: async () => ({ [proven]: 'OutboxReader', whose: 'everybody' }),
}

/** Lets golfers read their own messages. */
export function readerOfOwn(ctx: Context): Access<SessionHolder, OutboxReader, unknown> {
  return {
    name: 'any signed-in golfer, for their own messages',
    identify: (bearer) => holderOf(ctx, bearer),
    authorize: async ({ golferId }) => {
      const whose = { golferId, number: await findOwnNumber(ctx.db, golferId) }
      return { [proven]: 'OutboxReader', whose }
    },
  }
}

interface Reply {
  readonly body: { readonly from: string }
}

/** Lets anybody text from any number. Only for an open outbox. */
export const texterOfAll: Access<undefined, OutboxTexter, Reply> = {
  name: 'anyone, in local mode',
  isPublic: true,
  identify: async () => undefined,
  authorize: async (_, { body }) => ({ [proven]: 'OutboxTexter', number: body.from }),
}

/** Lets golfers text from their own number. */
export function texterOfOwn(ctx: Context): Access<SessionHolder, OutboxTexter, Reply> {
  return {
    name: 'any signed-in golfer, from their own number',
    identify: (bearer) => holderOf(ctx, bearer),
    authorize: async ({ golferId }, { body }) => {
      if (body.from !== (await findOwnNumber(ctx.db, golferId))) {
        throw new AppError('FORBIDDEN', 'You can only text from your own number.')
      }
      return { [proven]: 'OutboxTexter', number: body.from }
    },
  }
}
