import { useAction } from '../../shell/action.ts'
import { refreshLists } from './refresh-lists.ts'

interface Deletion {
  readonly run: () => Promise<unknown>
  readonly noun: 'user' | 'group'
  /** What the one is called that goes. */
  readonly name: string
  readonly onClose: () => void
}

/** Deletes what a list shows. Whatever comes of it, the lists are read anew and the dialog closes. */
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
