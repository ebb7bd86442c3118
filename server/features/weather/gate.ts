import type { Context } from '../../context.ts'
import type { Access } from '../../platform/http/serve.ts'
import { type GroupViewer, proveViewer } from '../groups/gate.ts'
import { holderOf, type SessionHolder } from '../sessions/gate.ts'

/** Who asks for weather: a golfer, for a group of theirs or for none. */
export interface WeatherReader {
  readonly golferId: number
  readonly group: GroupViewer['group'] | undefined
}

/** Any golfer; with a `groupId` its members, since where a group is at home is its own business. */
export function readerByQuery(
  ctx: Context,
): Access<SessionHolder, WeatherReader, { query: { groupId?: number | undefined } }> {
  return {
    name: 'any signed-in golfer; with a group, its members and super admins',
    identify: (bearer) => holderOf(ctx, bearer),
    async prove(holder, { query }) {
      const viewer =
        query.groupId === undefined ? undefined : await proveViewer(ctx, holder, query.groupId)
      return { golferId: holder.golferId, group: viewer?.group }
    },
  }
}
