import LoaderCircle from 'lucide-react/icons/loader-circle'
import { useEffect } from 'react'

const LOOK_MS = 4_000

interface ConfirmingProps {
  readonly message: string
  /** Checks the payment's status. */
  readonly onLook: () => void
}

/** Polls a payment that is being confirmed, for as long as the page is visible. */
export function Confirming({ message, onLook }: ConfirmingProps) {
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') onLook()
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [onLook])
  return (
    <p className="flex gap-3">
      <LoaderCircle aria-hidden size={20} className="mt-0.5 shrink-0 animate-spin text-sky" />
      {message || 'Your payment is being confirmed.'} This page goes on by itself.
    </p>
  )
}
