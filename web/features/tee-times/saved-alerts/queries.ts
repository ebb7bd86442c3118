import type { BodyOf } from '../../../../contract/endpoint.ts'
import {
  createSavedAlert,
  deleteSavedAlert,
  listMySavedAlerts,
  type SavedAlert,
} from '../../../../contract/saved-alerts.ts'
import { useAction } from '../../../lib/action.ts'
import { call } from '../../../lib/api-client.ts'
import { keyOf, queryClient } from '../../../lib/query-client.ts'

const keyFor = (groupId: number) => keyOf(listMySavedAlerts, { params: { id: groupId } })

function take(groupId: number, savedAlerts: SavedAlert[]): void {
  queryClient.setQueryData<SavedAlert[]>(keyFor(groupId), savedAlerts)
}

function readAgain(groupId: number): void {
  void queryClient.invalidateQueries({ queryKey: keyFor(groupId) })
}

export function useCreateSavedAlert(groupId: number, onMade: () => void) {
  return useAction<BodyOf<typeof createSavedAlert>, SavedAlert[]>({
    run: (body) => call(createSavedAlert, { params: { id: groupId }, body }),
    success: {
      title: 'Wish Saved',
      description: 'You hear of such a tee time ten minutes before the others.',
    },
    failure: {
      title: 'Failed to Save Wish',
      fallback: 'An error occurred while saving your wish.',
    },
    onSuccess: (savedAlerts) => {
      take(groupId, savedAlerts)
      onMade()
    },
    onError: () => readAgain(groupId),
  })
}

export function useDeleteSavedAlert(groupId: number) {
  return useAction<number, SavedAlert[]>({
    run: (savedAlertId) => call(deleteSavedAlert, { params: { id: groupId, savedAlertId } }),
    failure: {
      title: 'Failed to Delete Wish',
      fallback: 'An error occurred while deleting your wish.',
    },
    onSuccess: (savedAlerts) => take(groupId, savedAlerts),
    onError: () => readAgain(groupId),
  })
}
