import type { BodyOf } from '../../../contract/endpoint.ts'
import type { changePreferences as endpoint, Preferences } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import {
  grantConsent,
  type SessionHolder,
  saveChoices,
  withdrawConsent,
} from '../../identity/index.ts'
import { type Queries, retryConflicts } from '../../platform/database/database.ts'
import { AppError, notFound, signInFirst } from '../../platform/errors.ts'
import { emailWaitingTexts } from '../deliveries/email-waiting-texts.ts'
import { numberOfOurs, readPreferences } from './read-preferences.ts'
import { setMutes } from './store.ts'

type Change = BodyOf<typeof endpoint>

/**
 * Changes a golfer's preferences: all given ones or none; the others stay the same. Returns all preferences
 * after the change.
 * @throws AppError NOT_FOUND if the golfer is not in one of the groups; NOT_ELIGIBLE for a consent that
 * cannot be given on the profile; OUT_OF_DATE if the number has changed since it was shown
 */
export async function changePreferences(
  ctx: Pick<Context, 'db' | 'clock' | 'config' | 'texts' | 'notify'>,
  holder: SessionHolder,
  change: Change,
): Promise<Preferences> {
  return retryConflicts(() =>
    ctx.db.transaction(async (tx) => {
      // Locks memberships before the golfer, in the same order as deleting an account.
      if (change.groups !== undefined) await muteGroups(tx, holder, change.groups)
      if (!(await saveChoices(tx, holder.golferId, change))) throw signInFirst()
      await changeConsent(ctx, tx, holder, change)
      return readPreferences(ctx, tx, holder)
    }),
  )
}

async function muteGroups(
  tx: Queries,
  holder: SessionHolder,
  groups: NonNullable<Change['groups']>,
): Promise<void> {
  const mutes = new Map(groups.map(({ id, muted }) => [id, muted]))
  if ((await setMutes(tx, holder, mutes)) !== mutes.size) throw notFound('group')
}

async function changeConsent(
  ctx: Pick<Context, 'clock' | 'config' | 'texts' | 'notify'>,
  tx: Queries,
  { golferId }: SessionHolder,
  { textConsent, textNumber: shown }: Change,
): Promise<void> {
  const now = ctx.clock.now()
  if (textConsent === false) {
    await withdrawConsent(tx, golferId, now)
    return emailWaitingTexts(tx, { golferId })
  }
  if (textConsent === undefined) return
  const outcome = await grantConsent(ctx, tx, { golferId, shown }, now)
  switch (outcome) {
    case 'granted':
      return
    case 'changed':
      throw new AppError('OUT_OF_DATE', 'Your phone number has changed meanwhile. Look once more.')
    case 'unreachable':
      throw new AppError(
        'NOT_ELIGIBLE',
        'Your phone number takes no texts. Save another one first.',
      )
    case 'unconfirmed':
      throw new AppError(
        'NOT_ELIGIBLE',
        'Confirm your phone number first: save it on your profile.',
      )
    // Does not reveal whether somebody else has the number.
    case 'stopped':
    case 'shared':
      throw new AppError(
        'NOT_ELIGIBLE',
        `Only the phone itself can ask for texts to this number: text START ${addressee(ctx)}.`,
      )
  }
}

function addressee(ctx: Pick<Context, 'config' | 'texts'>): string {
  const ours = numberOfOurs(ctx)
  return ours === null ? 'to the number that our texts come from' : `to ${ours}`
}
