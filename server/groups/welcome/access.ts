import type { WelcomeLink } from '../../../contract/welcome.ts'
import type { Context } from '../../context.ts'
import { byToken, hashOf } from '../../identity/index.ts'
import { AppError } from '../../platform/errors.ts'
import { isHash } from '../../platform/passwords.ts'
import { findLink } from './store.ts'

declare const proven: unique symbol

type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

export interface LinkHolder extends Omit<FoundLink, 'password'> {
  readonly [proven]: 'LinkHolder'
  readonly tokenHash: string
  readonly purpose: WelcomeLink['purpose']
}

export function linkInvalidError(): AppError {
  return new AppError(
    'LINK_INVALID',
    'This link has expired or was already used. Tap "Forgot Password?" on the sign-in page to get a new one.',
  )
}

/** Allows anyone with a link from an email. Unknown, used and expired links all get the same error. */
export function linkHolder({ db, clock }: Context) {
  return byToken('anyone with a link from an email', async (token) => {
    const tokenHash = hashOf(token)
    const link = await findLink(db, tokenHash, clock.now())
    if (link === undefined) throw linkInvalidError()
    const { password, ...found } = link
    return { ...found, tokenHash, purpose: purposeOf(link) } as LinkHolder
  })
}

function purposeOf(link: FoundLink): WelcomeLink['purpose'] {
  if (link.password === null || !isHash(link.password)) return 'new-account'
  if (link.signupId !== null) return 'start-group'
  if (link.invitation !== null) return 'join-group'
  return link.startedGroupId === null ? 'set-password' : 'open-group'
}
