import type { Context } from '../../context.ts'
import { authenticate, type SessionHolder } from '../../identity/index.ts'
import { type Config, isLoopback } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { AccessRule } from '../../platform/http/register-route.ts'
import { findOwnNumber } from './store.ts'

/** Not exported, so that only this file creates access objects. */
const proven: unique symbol = Symbol('proven')

/** Permission to read stored messages: all, or those to one golfer and the golfer's simulated phone. */
export interface OutboxReader {
  readonly [proven]: 'OutboxReader'
  readonly whose: 'everybody' | { readonly golferId: number; readonly number: string | null }
}

export interface OutboxTexter {
  readonly [proven]: 'OutboxTexter'
  readonly number: string
}

export function hasOutbox(config: Config): boolean {
  return !config.isProduction && (config.isDemoEnabled || config.smtp === undefined)
}

/** The outbox contains sign-in links, so it is public only with the embedded database and on loopback. */
export function isPublicOutbox({ databaseUrl, host }: Config): boolean {
  return databaseUrl === undefined && isLoopback(host)
}

export function outboxReader(
  ctx: Context,
): AccessRule<SessionHolder | undefined, OutboxReader, unknown> {
  return {
    ...publicOrSignedIn(ctx, 'any signed-in golfer, for their own messages'),
    async authorize(holder) {
      if (holder === undefined) return { [proven]: 'OutboxReader', whose: 'everybody' }
      const { golferId } = holder
      const whose = { golferId, number: await findOwnNumber(ctx.db, golferId) }
      return { [proven]: 'OutboxReader', whose }
    },
  }
}

export function outboxTexter(
  ctx: Context,
): AccessRule<SessionHolder | undefined, OutboxTexter, { body: { from: string } }> {
  return {
    ...publicOrSignedIn(ctx, 'any signed-in golfer, from their own number'),
    async authorize(holder, { body }) {
      if (holder !== undefined && body.from !== (await findOwnNumber(ctx.db, holder.golferId))) {
        throw new AppError('FORBIDDEN', 'You can only text from your own number.')
      }
      return { [proven]: 'OutboxTexter', number: body.from }
    },
  }
}

function publicOrSignedIn(ctx: Context, name: string) {
  if (!isPublicOutbox(ctx.config)) {
    return { name, identify: (bearer: string | undefined) => authenticate(ctx, bearer) }
  }
  return { name: 'anyone, in local mode', isPublic: true, identify: async () => undefined }
}
