import type { Context } from '../../context.ts'
import { linkTo } from '../../platform/config.ts'
import { notFound } from '../../platform/errors.ts'
import type { TeeTimeMember } from '../access.ts'
import type { CalendarReader } from './access.ts'
import { describeCalendar } from './describe-calendar.ts'
import { findRound, listRounds } from './store.ts'

const DAY = 86_400_000
/** How long rounds stay in a feed. Calendars drop events that a feed no longer has. */
const KEPT_DAYS = 60
const CANCELLED_KEPT_DAYS = 7

/** Returns a golfer's rounds as a feed: upcoming ones, and those recently played or canceled. */
export async function readFeed(ctx: Context, reader: CalendarReader): Promise<string> {
  const now = ctx.clock.now()
  const rounds = await listRounds(ctx.db, reader, {
    after: new Date(now.getTime() - KEPT_DAYS * DAY),
    cancelledAfter: new Date(now.getTime() - CANCELLED_KEPT_DAYS * DAY),
  })
  return describeCalendar(rounds, ownerOf(ctx, reader), 'feed')
}

/**
 * Returns a tee time as a file, with a file name without an extension.
 * @throws AppError NOT_FOUND when the tee time or the membership was just removed
 */
export async function readRound(
  ctx: Context,
  scope: TeeTimeMember,
): Promise<{ name: string; file: string }> {
  const round = await findRound(ctx.db, scope)
  if (round === undefined) throw notFound('tee time')
  return {
    name: `tee-time-${round.number}`,
    file: describeCalendar([round], ownerOf(ctx, scope)),
  }
}

function ownerOf(ctx: Context, { golferId }: { golferId: number }) {
  return { golferId, now: ctx.clock.now(), link: (path: string) => linkTo(ctx.config, path) }
}
