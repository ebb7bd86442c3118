import type { GroupDetail } from '../../../contract/groups.ts'
import { type Action, useAction } from '../../lib/action.ts'
import { refreshGroup } from '../../lib/refetch-stale.ts'

/** Returns a mutation that changes a group and then refetches the group, even after a failure. */
export function useGroupAction<Input = void, Answer = unknown>(
  group: GroupDetail,
  action: Action<Input, Answer>,
) {
  return useAction<Input, Answer>({
    ...action,
    onSuccess: (response, input) => {
      refreshGroup(group)
      action.onSuccess?.(response, input)
    },
    onError: (error, input) => {
      refreshGroup(group)
      action.onError?.(error, input)
    },
  })
}
