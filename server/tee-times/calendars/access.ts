import type { Context } from '../../context.ts'
import { hashOf } from '../../identity/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { findSubscriber } from './store.ts'

declare const proven: unique symbol

/** Someone with the link to a golfer's feed, who may read that golfer's rounds and nothing else. */
export interface CalendarReader {
  readonly [proven]: 'CalendarReader'
  readonly golferId: number
}

/** Admits anyone with the link. Revoked, unknown and deleted golfers' links fail alike. */
export function readerByToken(
  ctx: Context,
): Access<undefined, CalendarReader, { params: { token: string } }> {
  return {
    name: "anyone with the feed's address",
    isPublic: true,
    identify: async () => undefined,
    async authorize(_, { params }) {
      const golferId = await findSubscriber(ctx.db, hashOf(params.token))
      if (golferId === undefined) throw notFound('calendar')
      return { golferId } as CalendarReader
    },
  }
}
