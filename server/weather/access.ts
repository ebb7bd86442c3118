import type { Context } from '../context.ts'
import { authorizeViewer, type GroupViewer } from '../groups/index.ts'
import { authenticate, type SessionHolder } from '../identity/index.ts'
import type { AccessRule } from '../platform/http/register-route.ts'

export interface WeatherReader {
  readonly golferId: number
  readonly group: GroupViewer['group'] | undefined
}

/** With a `groupId`, allows only golfers who can view the group, because its home place is private. */
export function readerByQuery(
  ctx: Context,
): AccessRule<SessionHolder, WeatherReader, { query: { groupId?: number | undefined } }> {
  return {
    name: 'any signed-in golfer; for a group, its members and super admins',
    identify: (bearer) => authenticate(ctx, bearer),
    async authorize(holder, { query }) {
      const viewer =
        query.groupId === undefined ? undefined : await authorizeViewer(ctx, holder, query.groupId)
      return { golferId: holder.golferId, group: viewer?.group }
    },
  }
}
