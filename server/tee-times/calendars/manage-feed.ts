import { randomBytes } from 'node:crypto'
import type { createMyCalendar, MyCalendar, NewCalendar } from '../../../contract/calendars.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Context } from '../../context.ts'
import { hashOf, type SessionHolder } from '../../identity/index.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError, signInFirst } from '../../platform/errors.ts'
import { deleteFeed, findCreatedAt, lockGolfer, putFeed } from './store.ts'

/** Returns when the golfer's calendar link was created, if there is one. */
export async function readCalendar(
  db: Queries,
  golfer: Pick<SessionHolder, 'golferId'>,
): Promise<MyCalendar> {
  return { createdAt: (await findCreatedAt(db, golfer))?.toISOString() ?? null }
}

/**
 * Creates a link from which calendars read the golfer's rounds. It is shown only this once, and the
 * previous link stops working.
 * @throws AppError OUT_OF_DATE when the current link is not the one to be replaced
 */
export function createCalendar(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  holder: SessionHolder,
  wanted: BodyOf<typeof createMyCalendar>,
): Promise<NewCalendar> {
  const token = randomBytes(32).toString('base64url')
  const createdAt = ctx.clock.now()
  return ctx.db.transaction(async (tx) => {
    if (!(await lockGolfer(tx, holder))) throw signInFirst()
    const known = wanted?.replaces
    const stands = await findCreatedAt(tx, holder)
    // A second tab or phone must not accidentally end the link that the first has just created.
    if (known !== undefined && timeOf(known) !== stands?.getTime()) {
      throw new AppError(
        'OUT_OF_DATE',
        'Your calendar address was changed elsewhere in the meantime. Look at it again.',
      )
    }
    await putFeed(tx, holder, { tokenHash: hashOf(token), createdAt })
    return {
      address: linkTo(ctx.config, `/calendar/${token}.ics`),
      createdAt: createdAt.toISOString(),
    }
  })
}

/** Ends the golfer's calendar link at once. */
export function deleteCalendar(ctx: Pick<Context, 'db'>, holder: SessionHolder): Promise<void> {
  return deleteFeed(ctx.db, holder)
}

function timeOf(instant: string | null): number | undefined {
  return instant === null ? undefined : Date.parse(instant)
}
