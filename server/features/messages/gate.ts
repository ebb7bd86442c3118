import type { Context } from '../../context.ts'
import { type Config, isLoopback } from '../../platform/config.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { holderOf, type SessionHolder } from '../sessions/gate.ts'
import { findOwnNumber } from './store.ts'

declare const proven: unique symbol

/** The app itself at work: it may look up whom a message goes to, in any group. */
export interface Messenger {
  readonly [proven]: 'Messenger'
}

/** The mint for jobs: they have no session, and the queue holds only what the app put there. */
export function messengerOfJob(): Messenger {
  return {} as Messenger
}

/** Who may read kept messages, and whose. */
export interface OutboxReader {
  readonly [proven]: 'OutboxReader'
  readonly whose: 'everybody' | OwnMessages
}

/** A golfer, and the number of the golfer's own pretend phone; null for none. */
export interface OwnMessages {
  readonly golferId: number
  readonly number: string | null
}

/** Who may text from a pretend phone of this number. */
export interface OutboxTexter {
  readonly [proven]: 'OutboxTexter'
  readonly number: string
}

/** Whether there is an outbox at all: never in production; else for the demo, and where no email leaves. */
export function hasOutbox(config: Config): boolean {
  return !config.production && (config.demo || config.smtp === undefined)
}

/**
 * Whether the outbox is one that people who are not signed in may read whole, as the pretend phones
 * of local mode do. That is for the app's own database on this machine alone: over somebody's
 * database, or reachable from elsewhere, golfers read their own messages, as those hold addresses
 * and links that let their reader in.
 */
export function isOpenOutbox({ databaseUrl, host }: Config): boolean {
  return databaseUrl === undefined && isLoopback(host)
}

/** Anybody, for an open outbox. */
export const readerOfAll: Access<undefined, OutboxReader, unknown> = {
  name: 'anyone, in local mode',
  isPublic: true,
  identify: async () => undefined,
  prove: async () => ({ whose: 'everybody' }) as OutboxReader,
}

/** Golfers, each for their own messages. */
export function readerOfOwn(ctx: Context): Access<SessionHolder, OutboxReader, unknown> {
  return {
    name: 'any signed-in golfer, their own',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: async ({ golferId }) => {
      const whose = { golferId, number: await findOwnNumber(ctx.db, golferId) }
      return { whose } as OutboxReader
    },
  }
}

interface Reply {
  readonly body: { readonly from: string }
}

/** Anybody, from any number, for an open outbox. */
export const texterOfAll: Access<undefined, OutboxTexter, Reply> = {
  name: 'anyone, in local mode',
  isPublic: true,
  identify: async () => undefined,
  prove: async (_, { body }) => ({ number: body.from }) as OutboxTexter,
}

/** Golfers, each from their own number. */
export function texterOfOwn(ctx: Context): Access<SessionHolder, OutboxTexter, Reply> {
  return {
    name: 'any signed-in golfer, from their own number',
    identify: (bearer) => holderOf(ctx, bearer),
    prove: async ({ golferId }, { body }) => {
      if (body.from !== (await findOwnNumber(ctx.db, golferId))) {
        throw new AppError('FORBIDDEN', 'You can text from your own number alone.')
      }
      return { number: body.from } as OutboxTexter
    },
  }
}
