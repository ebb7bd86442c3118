import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { checkSlug, golferGroups, myGroups } from '../../contract/groups.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { membersBySlug } from '../../contract/members.ts'
import { takeTeeTimeNews } from '../features/tee-times/cache.ts'
import { type LiveStatus, openLive } from './live.ts'
import { keyOf, queryClient } from './query-client.ts'
import { invalidateGroup, refetchLiveData } from './read-anew.ts'
import { endSession } from './session.ts'

const FIGURES_WAIT_MS = 300
const TELL_AFTER_MS = 2_000

/** Holds the live stream open while somebody is signed in, and says so when it is down. */
export function LiveUpdates({ sessionId }: { sessionId: string }) {
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    const figures = new FigureReader()
    const close = openLive({
      sessionId,
      onStatus: setStatus,
      onEvent: (event) => take(event, figures),
      onUnauthenticated: () => endSession(sessionId),
    })
    return () => {
      close()
      figures.stop()
    }
  }, [sessionId])

  return <LiveNotice status={status} />
}

function take(event: LiveEvent, figures: FigureReader): void {
  if (event.type === 'refetch') {
    refetchLiveData()
    return
  }
  takeTeeTimeNews(event)
  if (event.type === 'group-changed') {
    void readMembersAnew()
    void lookForGroupsAnew()
    void queryClient.invalidateQueries({ queryKey: keyOf(myGroups, {}) })
    void queryClient.invalidateQueries({ queryKey: keyOf(golferGroups, {}) })
  }
  figures.readSoon(event.groupId)
}

function readMembersAnew(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address] }) => isOf(membersBySlug, address),
  })
}

/** A group may be there by now at an address that had none. */
function lookForGroupsAnew(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address], state: { data } }) =>
      isOf(checkSlug, address) &&
      (data as AnswerOf<typeof checkSlug> | undefined)?.available === true,
  })
}

/** Whether this is the address of a call, of whatever group. */
function isOf(endpoint: typeof membersBySlug | typeof checkSlug, address: unknown): boolean {
  const [before = '', after = ''] = endpoint.path.split('{slug}')
  return typeof address === 'string' && address.startsWith(before) && address.endsWith(after)
}

/** Reads a group's figures once for a burst of news. */
class FigureReader {
  readonly #waiting = new Map<number, ReturnType<typeof setTimeout>>()

  readSoon(groupId: number): void {
    if (this.#waiting.has(groupId)) return
    const read = () => {
      this.#waiting.delete(groupId)
      void invalidateGroup(groupId)
    }
    this.#waiting.set(groupId, setTimeout(read, FIGURES_WAIT_MS))
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer)
  }
}

function LiveNotice({ status }: { status: LiveStatus }) {
  const down = status === 'reconnecting' || status === 'offline'
  const [told, setTold] = useState(false)
  useEffect(() => {
    if (!down) {
      setTold(false)
      return
    }
    // A hiccup that mends itself is not worth a word.
    const timer = setTimeout(() => setTold(true), TELL_AFTER_MS)
    return () => clearTimeout(timer)
  }, [down])
  return (
    // Said outright, aria-live keeps it from being hidden while a dialog is open.
    <p role="status" aria-live="polite" className="live-notice empty:hidden">
      {told && down && (status === 'offline' ? "You're offline" : 'Reconnecting…')}
    </p>
  )
}
