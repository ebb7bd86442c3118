import { queryClient } from '../../lib/query-client.ts'

/** Refetches the super admin's lists and stats after a change. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && /^\/api\/(super-)?admin\//.test(address),
  })
}
