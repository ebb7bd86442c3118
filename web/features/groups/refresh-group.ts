import { type GroupDetail, golferGroups, myGroups } from '../../../contract/groups.ts'
import { membersBySlug } from '../../../contract/members.ts'
import { keyOf, queryClient } from '../../shell/query-client.ts'
import { invalidateGroup } from '../../shell/read-anew.ts'

/** Reads again which groups are mine. */
export function refreshMyGroups(): void {
  for (const key of [keyOf(myGroups, {}), keyOf(golferGroups, {})]) {
    void queryClient.invalidateQueries({ queryKey: key })
  }
}

/** Reads a group, its members and my groups again. */
export function refreshGroup({ id, slug }: Pick<GroupDetail, 'id' | 'slug'>): void {
  void invalidateGroup(id)
  void queryClient.invalidateQueries({ queryKey: keyOf(membersBySlug, { params: { slug } }) })
  refreshMyGroups()
}
