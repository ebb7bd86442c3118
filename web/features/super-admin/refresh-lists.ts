import { queryClient } from '../../shell/query-client.ts'

/** Reads the super admin's lists and figures anew, after something was changed in them. */
export function refreshLists(): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) =>
      typeof address === 'string' && /^\/api\/(super-)?admin\//.test(address),
  })
}
