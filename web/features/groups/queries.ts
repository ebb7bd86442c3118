import type { AnswerOf, BodyOf } from '../../../contract/endpoint.ts'
import {
  checkSlug,
  createGroup,
  type GroupDetail,
  type GroupSettings,
  golferGroups,
  groupSettings,
  myGroups,
  readGroup,
  transferOwnership,
  updateGroup,
} from '../../../contract/groups.ts'
import { type Member, membersBySlug } from '../../../contract/members.ts'
import { useAction } from '../../lib/action.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/refetch-stale.ts'

type NewGroup = BodyOf<typeof createGroup>
type CreatedGroup = AnswerOf<typeof createGroup>

export function useCreateGroup(onCreated: (group: CreatedGroup) => void) {
  return useAction<NewGroup, CreatedGroup>({
    run: (body) => call(createGroup, { body }),
    success: {
      title: 'Group Created!',
      description: 'Post a tee time, or let your buddies in on the Members tab.',
    },
    failure: {
      title: 'Failed to Create Group',
      fallback: 'An error occurred while creating the group.',
    },
    onSuccess: (group) => {
      const input = { params: { slug: group.slug } }
      // Both may be cached from before the group existed.
      queryClient.setQueryData(keyOf(checkSlug, input), { available: false })
      queryClient.removeQueries({ queryKey: keyOf(readGroup, input) })
      refreshMyGroups()
      onCreated(group)
    },
  })
}

interface Updating {
  readonly onSaved: () => void
  /** Called with the current settings if someone else saved first. */
  readonly onOutOfDate: (settings: GroupSettings) => void
}

export function useUpdateGroup(group: GroupDetail, { onSaved, onOutOfDate }: Updating) {
  return useAction<BodyOf<typeof updateGroup>, AnswerOf<typeof updateGroup>>({
    run: (body) => call(updateGroup, { params: { id: group.id }, body }),
    success: { title: 'Group Updated', description: 'The settings are saved for the whole group.' },
    failure: {
      title: 'Failed to Update Group',
      fallback: 'An error occurred while updating the group.',
    },
    onSuccess: () => {
      refreshGroup(group)
      onSaved()
    },
    onError: (error) => {
      refreshGroup(group)
      const current = groupSettings.safeParse(
        error instanceof ApiError ? error.body['group'] : null,
      )
      if (current.success) onOutOfDate(current.data)
    },
  })
}

export function useTransferOwnership(
  group: GroupDetail,
  to: Member,
  { onDone, onFailure }: { readonly onDone: () => void; readonly onFailure: () => void },
) {
  return useAction<BodyOf<typeof transferOwnership>>({
    run: (body) => call(transferOwnership, { params: { id: group.id }, body }),
    success: {
      title: 'Ownership Transferred',
      description: `${to.name} owns ${group.name} now. You stay as an admin.`,
    },
    failure: {
      title: 'Failed to Transfer Ownership',
      fallback: 'An error occurred while transferring ownership.',
    },
    onSuccess: () => {
      refreshGroup(group)
      onDone()
    },
    onError: () => {
      refreshGroup(group)
      onFailure()
    },
  })
}

/** Refetches the golfer's groups. */
export function refreshMyGroups(): void {
  for (const key of [keyOf(myGroups, {}), keyOf(golferGroups, {})]) {
    void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** Refetches a group, its members and the golfer's groups. */
export function refreshGroup({ id, slug }: Pick<GroupDetail, 'id' | 'slug'>): void {
  void invalidateGroup(id)
  void queryClient.invalidateQueries({ queryKey: keyOf(membersBySlug, { params: { slug } }) })
  refreshMyGroups()
}
