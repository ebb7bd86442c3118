import type { Context } from '../../context.ts'
import { byToken } from '../../identity/index.ts'
import { notFound } from '../../platform/errors.ts'
import { findGolferByMailToken } from './store.ts'

/** Not exported, so that only this file creates access objects. */
const proven: unique symbol = Symbol('proven')

/** Proof that the caller has the token from a golfer's email. Permits only the unsubscribe routes. */
export interface MailHolder {
  readonly [proven]: 'MailHolder'
  readonly golferId: number
}

/** Grants access by an email's token. A deleted account's token gets the same response as an unknown one. */
export function holderOfMail({ db }: Context) {
  return byToken<MailHolder>('anyone with an email that contains the link', async (token) => {
    const golferId = await findGolferByMailToken(db, token)
    if (golferId === undefined) throw notFound('link')
    return { [proven]: 'MailHolder', golferId }
  })
}
