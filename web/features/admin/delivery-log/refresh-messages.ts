import { queryClient } from '../../../lib/query-client.ts'

/** Refetches the messages, the daily counts and the summary. */
export function refreshMessages(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && address.startsWith('/api/super-admin/message'),
  })
}
