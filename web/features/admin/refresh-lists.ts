import { useAction } from '../../lib/action.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Refetches the super admin's lists and stats after a change. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && /^\/api\/(super-)?admin\//.test(address),
  })
}

interface Deletion {
  readonly run: () => Promise<unknown>
  readonly noun: 'user' | 'group'
  /** Name of the deleted user or group. */
  readonly name: string
  readonly onClose: () => void
}

/** Deletes a listed user or group. Then refetches the lists and closes the dialog, even after a failure. */
export function useDeleteListed({ run, noun, name, onClose }: Deletion) {
  const title = `${noun === 'user' ? 'User' : 'Group'} Deleted`
  const failed = `Failed to delete ${noun}`
  const settle = () => {
    refreshLists()
    onClose()
  }
  return useAction({
    run,
    success: { title, description: `${name} has been deleted.` },
    failure: { title: failed, fallback: failed },
    onSuccess: settle,
    onError: settle,
  })
}
