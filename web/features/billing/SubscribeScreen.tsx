import { myGroups } from '../../../contract/groups.ts'
import type { User } from '../../../contract/sessions.ts'
import { useAnswer } from '../../lib/query-client.ts'
import { endedGroupsOf, groupToPayOf } from './choose-group.ts'
import { NoTrialGroup } from './NoTrialGroup.tsx'
import { Subscribe, SubscribePage } from './Subscribe.tsx'

/** The subscribe screen when no group is chosen. Picks my first group that needs payment. */
export function SubscribeScreen({ user }: { user: User | undefined }) {
  const groups = useAnswer(myGroups, {})
  const reading = { user, error: groups.error, onRetry: () => void groups.refetch() }
  if (groups.data === undefined || user === undefined) {
    return <Subscribe group={undefined} {...reading} />
  }
  const now = new Date()
  const group = groupToPayOf(groups.data, user.id, now)
  if (group) return <Subscribe group={group} {...reading} />
  return (
    <SubscribePage>
      <NoTrialGroup ended={endedGroupsOf(groups.data, user.id, now)} />
    </SubscribePage>
  )
}
