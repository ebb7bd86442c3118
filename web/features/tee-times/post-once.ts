import { useRef } from 'react'
import type { GroupDetail } from '../../../contract/groups.ts'
import { me, type User } from '../../../contract/sessions.ts'
import { listTeeTimes, type TeeTime } from '../../../contract/tee-times.ts'
import { get, NoAnswerError } from '../../shell/api-client.ts'
import { keyOf, queryClient } from '../../shell/query-client.ts'

type Posted = Pick<TeeTime, 'course' | 'date' | 'time'>

/**
 * What was sent and not answered may have been posted all the same: who tries again must not post it
 * twice. So the next try first looks for what has come since.
 */
export function usePostOnce(
  group: GroupDetail,
): (form: Posted, post: () => Promise<TeeTime>) => Promise<TeeTime> {
  const knownBefore = useRef<ReadonlySet<number> | undefined>(undefined)
  return async (form, post) => {
    const [address] = keyOf(listTeeTimes, { params: { slug: group.slug } })
    if (knownBefore.current) {
      const posted = findPosted(await get<readonly TeeTime[]>(address), knownBefore.current, form)
      if (posted) return posted
    }
    const known = queryClient.getQueryData<readonly TeeTime[]>([address])
    try {
      return await post()
    } catch (error) {
      if (error instanceof NoAnswerError && known) {
        knownBefore.current ??= new Set(known.map(({ id }) => id))
      }
      throw error
    }
  }
}

function findPosted(
  cards: readonly TeeTime[],
  known: ReadonlySet<number>,
  { course, date, time }: Posted,
): TeeTime | undefined {
  const golferId = queryClient.getQueryData<User | null>(keyOf(me, {}))?.id
  return cards.find(
    (card) =>
      !known.has(card.id) &&
      card.creatorId === golferId &&
      card.course === course &&
      card.date === date &&
      card.time === time,
  )
}
