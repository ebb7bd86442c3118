import type { AlertKind } from '../../../contract/alerts.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { changePreferences as endpoint } from '../../../contract/preferences.ts'
import type { Context } from '../../context.ts'
import {
  grantConsent,
  readChoices,
  readTextStatus,
  type SessionHolder,
  saveChoices,
  withdrawConsent,
} from '../../identity/index.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { AppError, notFound, notSignedIn } from '../../platform/errors.ts'
import { emailWaitingTexts, requeueHeldMessagesTo } from '../deliveries/store.ts'
import type { MailHolder } from './access.ts'
import { countPushSubscriptions, listMemberChoices, saveMemberChoices } from './store.ts'

export async function readPreferences(ctx: Context, db: Queries, holder: SessionHolder) {
  return {
    ...(await readChoices(db, holder.golferId)),
    groups: await listMemberChoices(db, holder),
    texts: {
      ...(await readTextStatus(db, holder.golferId, ctx.clock.now())),
      available: ctx.texts !== undefined,
      from: ourNumberIn(ctx),
    },
    phones: await countPushSubscriptions(db, holder.golferId),
  }
}

/** Returns the number that sends our texts, in E.164; null if there are several, or if no texts are sent. */
function ourNumberIn({ config, texts }: Context): string | null {
  const sender = texts?.kind === 'sent' ? config.twilio?.sender : undefined
  return sender !== undefined && 'from' in sender ? sender.from : null
}

type Change = BodyOf<typeof endpoint>

/** @throws AppError NOT_FOUND, NOT_ELIGIBLE, or OUT_OF_DATE if the phone number is not the one shown */
export async function changePreferences(ctx: Context, holder: SessionHolder, change: Change) {
  return inTransaction(ctx.db, async (tx) => {
    // Locks memberships before the golfer, in the same order as deleting an account.
    await saveMemberChoices(tx, holder, change.groups ?? [])
    if (!(await saveChoices(tx, holder.golferId, change))) throw notSignedIn()
    await changeConsent(ctx, tx, holder.golferId, change)
    if (change.quietHours !== undefined || change.timeZone !== undefined)
      await requeueHeldMessagesTo(tx, holder.golferId)
    return readPreferences(ctx, tx, holder)
  })
}

async function changeConsent(ctx: Context, tx: Queries, golferId: number, change: Change) {
  const { textConsent, textNumber: shownNumber } = change
  const now = ctx.clock.now()
  if (textConsent === false) {
    await withdrawConsent(tx, golferId, now)
    return emailWaitingTexts(tx, { golferId })
  }
  if (textConsent === undefined) return
  const outcome = await grantConsent(ctx, tx, golferId, shownNumber)
  if (outcome === 'granted') return
  if (outcome === 'changed') {
    const message = "Your phone number has changed. Make sure it's right, then try again."
    throw new AppError('OUT_OF_DATE', message)
  }
  const messages = {
    unreachable: "We can't text your phone number. Put a different one on your profile first.",
    unconfirmed: 'Confirm your phone number on your profile first.',
    stopped: `To get texts at this number, text START from it to ${ourNumberIn(ctx) ?? 'the number our texts come from'}.`,
  }
  throw new AppError('NOT_ELIGIBLE', messages[outcome])
}

export async function switchOffKind(ctx: Context, { golferId }: MailHolder, kind: AlertKind) {
  const isSaved = await ctx.db.transaction((tx) =>
    saveChoices(tx, golferId, { channels: { [kind]: 'off' } }),
  )
  if (!isSaved) throw notFound('link')
}
