import type { createMyCalendar } from '../../../contract/calendars.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { lockAccount, newToken, type SessionHolder } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, notFound, notSignedIn } from '../../platform/errors.ts'
import type { CalendarReader, TeeTimeMember } from '../access.ts'
import { describeCalendar } from './describe-calendar.ts'
import { findFeedCreatedAt, findRound, listRounds, saveFeed } from './store.ts'

export { deleteFeed } from './store.ts'

export async function readCalendar(db: Queries, golferId: number) {
  return { createdAt: (await findFeedCreatedAt(db, golferId))?.toISOString() ?? null }
}

/** @throws AppError OUT_OF_DATE if the current link is not the one that the golfer wants to replace */
export function createCalendarLink(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  holder: SessionHolder,
  body: BodyOf<typeof createMyCalendar>,
) {
  const { token, tokenHash } = newToken()
  const createdAt = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    // The lock also makes simultaneous calls run one at a time.
    if ((await lockAccount(tx, holder.golferId)) === undefined) throw notSignedIn()
    const expectedCreatedAt = body?.replaces
    const currentCreatedAt = await findFeedCreatedAt(tx, holder.golferId)
    // Without this check, a second tab or phone could accidentally revoke a link that was just created.
    const isCurrent =
      (expectedCreatedAt && Date.parse(expectedCreatedAt)) === (currentCreatedAt?.getTime() ?? null)
    if (expectedCreatedAt !== undefined && !isCurrent) {
      throw new AppError(
        'OUT_OF_DATE',
        'Your calendar link was just changed on another device. If you still need a new one, try again.',
      )
    }
    await saveFeed(tx, holder, { tokenHash, createdAt })
    return {
      address: linkTo(ctx.config, `/calendar/${token}.ics`),
      createdAt: createdAt.toISOString(),
    }
  })
}

export async function readFeed(ctx: Context, reader: CalendarReader): Promise<string> {
  const rounds = await listRounds(ctx.db, reader, ctx.clock.now())
  return describeCalendar(rounds, calendarOptions(ctx, reader), 'feed')
}

export async function readRoundFile(ctx: Context, access: TeeTimeMember) {
  const round = await findRound(ctx.db, access)
  if (round === undefined) throw notFound('tee time')
  return {
    name: `tee-time-${round.number}`,
    file: describeCalendar([round], calendarOptions(ctx, access)),
  }
}

function calendarOptions(ctx: Context, { golferId }: { golferId: number }) {
  return { golferId, now: ctx.clock.now(), link: (path: string) => linkTo(ctx.config, path) }
}
