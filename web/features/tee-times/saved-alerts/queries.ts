import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  dropWish,
  listMyWishes,
  makeWish,
  type Wish,
} from '../../../../contract/standing-wishes.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

const keyFor = (groupId: number) => keyOf(listMyWishes, { params: { id: groupId } })

function take(groupId: number, wishes: Wish[]): void {
  queryClient.setQueryData<Wish[]>(keyFor(groupId), wishes)
}

function readAgain(groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyFor(groupId) })
}

export function useMakeWish(groupId: number, onMade: () => void) {
  return useAction<BodyOf<typeof makeWish>, Wish[]>({
    run: (body) => call(makeWish, { params: { id: groupId }, body }),
    success: {
      title: 'Wish Saved',
      description: 'You hear of such a tee time ten minutes before the others.',
    },
    failure: {
      title: 'Failed to Save Wish',
      fallback: 'An error occurred while saving your wish.',
    },
    onSuccess: (wishes) => {
      take(groupId, wishes)
      onMade()
    },
    onError: () => readAgain(groupId),
  })
}

export function useDropWish(groupId: number) {
  return useAction<number, Wish[]>({
    run: (wishId) => call(dropWish, { params: { id: groupId, wishId } }),
    failure: {
      title: 'Failed to Delete Wish',
      fallback: 'An error occurred while deleting your wish.',
    },
    onSuccess: (wishes) => take(groupId, wishes),
    onError: () => readAgain(groupId),
  })
}
