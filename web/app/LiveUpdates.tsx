import { useEffect, useState } from 'react'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { checkSlug, golferGroups, myGroups } from '../../contract/groups.ts'
import type { LiveEvent } from '../../contract/live.ts'
import { membersBySlug } from '../../contract/members.ts'
import { takeTeeTimeNews } from '../features/tee-times/cache.ts'
import { type LiveStatus, openLive } from '../lib/live.ts'
import { keepAnswers } from '../lib/offline-answers.ts'
import { noteConnection } from '../lib/offline-standing.ts'
import { keyOf, queryClient, readKeptAnew } from '../lib/query-client.ts'
import { invalidateGroup, refetchLiveData } from '../lib/read-anew.ts'
import { endSession } from '../lib/session.ts'
import { AppNotice } from './AppNotice.tsx'

const FIGURES_WAIT_MS = 300

/** Keeps the live stream open while somebody is signed in, and shows a notice when it is down. */
export function LiveUpdates({ sessionId }: { sessionId: string }) {
  const [status, setStatus] = useState<LiveStatus>('connecting')

  useEffect(() => {
    const figures = new FigureReader()
    const stopKeeping = keepAnswers(sessionId)
    const close = openLive({
      sessionId,
      onStatus: (now) => {
        noteConnection(now === 'live', Date.now())
        if (now === 'live') readKeptAnew()
        setStatus(now)
      },
      onEvent: (event) => take(event, figures),
      onUnauthenticated: () => endSession(sessionId),
    })
    return () => {
      close()
      stopKeeping()
      figures.stop()
    }
  }, [sessionId])

  return <AppNotice status={status} />
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

/** Checks addresses without a group again, because one may have been created there. */
function lookForGroupsAnew(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey: [address], state: { data } }) =>
      isOf(checkSlug, address) &&
      (data as AnswerOf<typeof checkSlug> | undefined)?.available === true,
  })
}

/** Returns whether an address is one of this endpoint, for any group. */
function isOf(endpoint: typeof membersBySlug | typeof checkSlug, address: unknown): boolean {
  const [before = '', after = ''] = endpoint.path.split('{slug}')
  return typeof address === 'string' && address.startsWith(before) && address.endsWith(after)
}

/** Refetches a group's numbers once per burst of events. */
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
