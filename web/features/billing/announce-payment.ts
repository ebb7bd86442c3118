import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { toast } from '../../ui/toast-store.ts'

/** Where the payment provider leads back to, `?payment=success`: says so once, and drops it from the address. */
export function usePaymentReturn(): void {
  const [path, navigate] = useLocation()
  const search = useSearch()
  useEffect(() => {
    const query = new URLSearchParams(search)
    if (query.get('payment') !== 'success') return
    query.delete('payment')
    const rest = query.size === 0 ? '' : `?${query}`
    navigate(path + rest + window.location.hash, { replace: true })
    toast({ title: 'Payment Successful', description: 'Thank you. See you on the first tee.' })
  }, [path, search, navigate])
}
