import { useEffect, useState } from 'react'
import { sayAsOf } from '../lib/dates.ts'
import type { LiveStatus } from '../lib/live.ts'
import { useAsOf } from '../lib/offline-standing.ts'
import { Button } from '../ui/Button.tsx'
import { watchForUpdates } from './update-offer.ts'

const TELL_AFTER_MS = 2_000

/** Shows that the connection is down and how old the content is, or else that a new version is ready. */
export function AppNotice({ status }: { status: LiveStatus }) {
  const asOf = useAsOf()
  const down = status === 'reconnecting' || status === 'offline'
  const [told, setTold] = useState(false)
  const takeOver = useUpdate()
  useEffect(() => {
    if (!down) {
      setTold(false)
      return
    }
    // A short interruption is not worth a notice.
    const timer = setTimeout(() => setTold(true), TELL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [down])
  const words = told && down ? wordsOf(status, asOf) : undefined
  return (
    <>
      {/* The explicit aria-live keeps this from being hidden while a dialog is open. */}
      <p role="status" aria-live="polite" className="live-notice empty:hidden">
        {words}
      </p>
      {takeOver !== undefined && words === undefined && <UpdateOffer onReload={takeOver} />}
    </>
  )
}

function wordsOf(status: LiveStatus, asOf: number | undefined): string {
  const age = asOf === undefined ? undefined : `As of ${sayAsOf(asOf, Date.now())}.`
  if (status === 'offline') return age === undefined ? "You're offline" : `Offline. ${age}`
  return age === undefined ? 'Reconnecting…' : `Reconnecting… ${age}`
}

function useUpdate(): (() => void) | undefined {
  const [takeOver, setTakeOver] = useState<() => void>()
  useEffect(() => watchForUpdates((offered) => setTakeOver(() => offered)), [])
  return takeOver
}

function UpdateOffer({ onReload }: { onReload: () => void }) {
  return (
    <section aria-label="Update" className="update-offer">
      <p role="status">A new version is ready.</p>
      <Button look="quiet" className="underline underline-offset-4" onClick={onReload}>
        Reload
      </Button>
    </section>
  )
}
