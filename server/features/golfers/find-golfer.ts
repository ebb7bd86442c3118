import type { Context } from '../../context.ts'
import { findGolferId } from './store.ts'

/** The id of the golfer with this email, without regard to case. */
export function findGolfer(ctx: Pick<Context, 'db'>, email: string): Promise<number | undefined> {
  return findGolferId(ctx.db, email)
}
