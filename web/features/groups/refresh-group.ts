import { type GroupDetail, golferGroups, myGroups } from '../../../contract/groups.ts'
import { membersBySlug } from '../../../contract/members.ts'
import { keyOf, queryClient } from '../../lib/query-client.ts'
import { invalidateGroup } from '../../lib/read-anew.ts'

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
