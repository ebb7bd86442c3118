import { runsGroup } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { memberByTeeTime, type TeeTimeCaller, type TeeTimeMember } from '../access.ts'
import { postedThatMorning } from './store.ts'

declare const proven: unique symbol

/** A golfer who may delay the tee times of a morning. */
export interface MorningAccess extends TeeTimeMember {
  readonly [proven]: 'MorningKeeper'
}

/** Admits golfers who posted one of that morning's tee times, admins and the owner. */
export function morningByTeeTime(
  ctx: Context,
): Access<TeeTimeCaller, MorningAccess, { params: { id: number } }> {
  const member = memberByTeeTime(ctx)
  return {
    name: "anyone who posted one of that morning's tee times, the owner and admins",
    identify: member.identify,
    async authorize(holder, request) {
      const scope = await member.authorize(holder, request)
      if (
        !runsGroup(scope.role) &&
        scope.creatorId !== scope.golferId &&
        !(await postedThatMorning(ctx.db, scope))
      ) {
        throw new AppError(
          'FORBIDDEN',
          'Only the golfers who posted these tee times, the owner and admins can delay them.',
        )
      }
      return scope as MorningAccess
    },
  }
}
