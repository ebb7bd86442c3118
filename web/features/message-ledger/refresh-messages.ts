import { queryClient } from '../../shell/query-client.ts'

/** Reads the messages, their days and their figures anew. */
export function refreshMessages(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && address.startsWith('/api/super-admin/message'),
  })
}
