import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { findByMailToken } from './store.ts'

declare const proven: unique symbol

/** Somebody who holds a mail to a golfer: may switch off what it is one of, and nothing else. */
export interface MailHolder {
  readonly [proven]: 'MailHolder'
  readonly golferId: number
}

/** Whoever holds a mail. An unknown token, and that of a deleted account, are not found alike. */
export function holderOfMail(
  ctx: Context,
): Access<undefined, MailHolder, { params: { token: string } }> {
  return {
    name: 'whoever holds a mail that has the link',
    isPublic: true,
    identify: async () => undefined,
    async prove(_, { params }) {
      const golferId = await findByMailToken(ctx.db, params.token)
      if (golferId === undefined) throw notFound('link')
      return { golferId } as MailHolder
    },
  }
}
