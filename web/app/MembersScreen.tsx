import type { ReactNode } from 'react'
import { readGroup } from '../../contract/groups.ts'
import { listJoinRequests } from '../../contract/invites.ts'
import { canAddMembers } from '../../contract/members.ts'
import { JoinRequests } from '../features/groups/invite-links/JoinRequests.tsx'
import { Members } from '../features/groups/members/Members.tsx'
import { SeasonLink } from '../features/tee-times/rounds/RoundLinks.tsx'
import { useAnswer } from '../lib/query-client.ts'
import { onDemand } from '../ui/on-demand.tsx'

const InviteLinks = onDemand(() =>
  import('../features/groups/invite-links/InviteLinks.tsx').then((part) => part.InviteLinks),
)

interface MembersScreenProps {
  readonly slug: string
  readonly golferId: number | undefined
  readonly settings: ReactNode
}

/** The members of a group, with its join requests and invite links. */
export function MembersScreen({ slug, golferId, settings }: MembersScreenProps) {
  const group = useAnswer(readGroup, { params: { slug } })
  const mayAdd = group.data !== undefined && canAddMembers(group.data.role)
  const groupId = group.data?.id ?? 0
  // Destructured here, because a query rerenders only for fields that were read from it, and the list of
  // requests is rendered only once the members are loaded.
  const { data, error, refetch, isFetched } = useAnswer(
    listJoinRequests,
    { params: { id: groupId } },
    { enabled: mayAdd },
  )
  return (
    <Members
      slug={slug}
      group={group.data}
      golferId={golferId}
      waiting={group.isPending || (mayAdd && !isFetched)}
      settings={settings}
      requests={mayAdd && <JoinRequests group={group.data} requests={{ data, error, refetch }} />}
      links={<InviteLinks groupId={groupId} />}
      below={<SeasonLink slug={slug} />}
    />
  )
}
