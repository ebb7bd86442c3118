import type { Context } from '../../context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/register-route.ts'
import { findGolferByMailToken } from './store.ts'

/** Not exported, so that only this file creates access objects. */
const proven: unique symbol = Symbol('proven')

/** Someone with an email sent to a golfer: they may switch off emails of its kind and nothing else. */
export interface MailHolder {
  readonly [proven]: 'MailHolder'
  readonly golferId: number
}

/** Grants access by an email's token. An unknown token and a deleted account's get the same response. */
export function holderOfMail(
  ctx: Context,
): Access<undefined, MailHolder, { params: { token: string } }> {
  return {
    name: 'anyone with an email that contains the link',
    isPublic: true,
    identify: async () => undefined,
    async authorize(_, { params }) {
      const golferId = await findGolferByMailToken(ctx.db, params.token)
      if (golferId === undefined) throw notFound('link')
      return { [proven]: 'MailHolder', golferId }
    },
  }
}
