import type { Query } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { BodyOf, ResponseOf } from '../../../contract/endpoint.ts'
import { type GroupDetail, readGroup } from '../../../contract/groups.ts'
import { OPEN_SPOT_DAYS } from '../../../contract/limits.ts'
import type { LiveEvent } from '../../../contract/live.ts'
import { readCurrentUser, type User } from '../../../contract/sessions.ts'
import { listMyWaitingEntries } from '../../../contract/spots.ts'
import {
  canClaim,
  cleanUpPastTeeTimes,
  editTeeTime,
  hasTeedOff,
  isPlaying,
  listMyTeeTimes,
  listTeeTimes,
  spotKeptUntil,
  type TeeTime,
  waitingPosition,
} from '../../../contract/tee-times.ts'
import { type Action, useAction } from '../../lib/action.ts'
import { ApiError, call } from '../../lib/api-client.ts'
import { putResponse, queryClient, queryKeyOf, refetch } from '../../lib/query-client.ts'
import {
  invalidateGroup,
  invalidateQuery,
  refetchMatching,
  slugOf,
} from '../../lib/refetch-stale.ts'
import { sessionId } from '../../lib/session.ts'
import { type ToastContent, toast } from '../../lib/toast-store.ts'
import { isMine } from './arrange-tee-times.ts'
import { nameOf } from './CardParts.tsx'

export function applyCard(card: TeeTime): void {
  putCard(card)
  void invalidateGroup(card.groupId)
}

export function applyRefusal(error: unknown, card: TeeTime): void {
  putCardFromError(error, card)
  void invalidateGroup(card.groupId)
}

export function useCardAction<Input = void>(
  card: TeeTime,
  action: Omit<Action<Input, TeeTime>, 'onError'>,
) {
  return useAction<Input, TeeTime>({
    ...action,
    onSuccess: (answer, input) => {
      action.onSuccess?.(answer, input)
      applyCard(answer)
    },
    onError: (error) => applyRefusal(error, card),
  })
}

export function useEditTeeTime(
  card: TeeTime,
  success: ToastContent | ((edited: TeeTime) => ToastContent),
) {
  return useCardAction<BodyOf<typeof editTeeTime>>(card, {
    run: (body) => call(editTeeTime, { params: { id: card.id }, body }),
    success,
    failure: { title: 'Failed to Update Tee Time', doing: 'updating the tee time' },
  })
}

let cleanedUpSession: string | null = null

/** Makes the server clean up past tee times once per session. Only logs failures: golfers can't fix them. */
export function useCleanUp(slug: string, isReady: boolean): void {
  useEffect(() => {
    const session = sessionId()
    if (!isReady || session === null || cleanedUpSession === session) return
    cleanedUpSession = session
    call(cleanUpPastTeeTimes, {}, { contentTypeWithoutBody: true }).then(
      () => refetch(listTeeTimes, { params: { slug } }),
      // biome-ignore lint/suspicious/noConsole: the specification asks for this line.
      (error: unknown) => console.warn('Failed to cleanup past tee times', error),
    )
  }, [slug, isReady])
}

// The ids of removed tee times. A response that is older than the removal must not bring a tee time back.
const removedIds = new Set<number>()

export function putCard(card: TeeTime): void {
  if (removedIds.has(card.id)) return
  changeLists(card.groupId, (list) => withCard(list, card))
  putResponse(
    listMyTeeTimes,
    {},
    (myTeeTimes) => myTeeTimes && updateMyTeeTimes(myTeeTimes, card, loadedGolferId(), new Date()),
  )
}

function loadedGolferId(): number | undefined {
  return queryClient.getQueryData<User | null>(queryKeyOf(readCurrentUser, {}))?.id
}

export function dropCard(groupId: number, teeTimeId: number): void {
  removedIds.add(teeTimeId)
  hideCard(groupId, teeTimeId)
}

function hideCard(groupId: number, teeTimeId: number): void {
  changeLists(groupId, (list) => withoutCard(list, teeTimeId))
  putResponse(
    listMyTeeTimes,
    {},
    (myTeeTimes) => myTeeTimes && removeFromMyTeeTimes(myTeeTimes, teeTimeId),
  )
}

export function cardIn(error: unknown): TeeTime | undefined {
  return error instanceof ApiError ? error.body.teeTime : undefined
}

/** Puts the card from an error response into the cache, if there is one. Hides the tee time after a 404. */
export function putCardFromError(error: unknown, { id, groupId }: TeeTime): void {
  const current = cardIn(error)
  if (current) putCard(current)
  if (!(error instanceof ApiError) || error.status !== 404) return
  hideCard(groupId, id)
  // If the golfer was removed from the group, the tee time still exists. It must reappear if they rejoin.
  for (const query of listsOf(groupId)) query.invalidate()
}

/**
 * Applies an event to the cached cards. Returns whether only rounds and stats still need a refetch, which is
 * true if the card was already cached with the same course.
 */
export function applyTeeTimeEvent(event: LiveEvent): boolean {
  if (event.type === 'tee-time-gone') {
    const card = cachedCard(event.groupId, event.teeTimeId)
    dropCard(event.groupId, event.teeTimeId)
    // If a dialog about this tee time is open, it closes now, so say why.
    if (card && isMine(card, loadedGolferId()) && !hasTeedOff(card, new Date()))
      toast({ title: 'Tee Time Cancelled', description: `${nameOf(card)} was cancelled.` })
  }
  if (event.type !== 'tee-time') return false
  const { teeTime, groupId } = event
  const cachedCourse = cachedCard(groupId, teeTime.id)?.course
  putCard(teeTime)
  // The golfer may have changed 'Claim a spot for me' on another phone. The card doesn't show that.
  const isWaiting = waitingPosition(teeTime, loadedGolferId()) !== undefined
  if (isWaiting) void refetchMatching(({ queryKey: [at] }) => at === listMyWaitingEntries.path)
  return cachedCourse === teeTime.course
}

type Cards = readonly TeeTime[]

function changeLists(groupId: number, change: (list: Cards) => Cards): void {
  for (const query of listsOf(groupId)) {
    queryClient.setQueryData<Cards>(query.queryKey, (list) => list && change(list))
    // A response that is on its way may be older than this change, so fetch the list again.
    if (query.state.fetchStatus === 'fetching') void invalidateQuery(query)
  }
}

export function cachedCard(groupId: number, teeTimeId: number): TeeTime | undefined {
  return listsOf(groupId)
    .flatMap(({ queryKey }) => queryClient.getQueryData<Cards>(queryKey) ?? [])
    .find(({ id }) => id === teeTimeId)
}

function listsOf(groupId: number): Query[] {
  return queryClient.getQueryCache().findAll({
    predicate: (query) => {
      const slug = slugOf(query, listTeeTimes)
      if (slug === undefined) return false
      const groupKey = queryKeyOf(readGroup, { params: { slug } })
      const group = queryClient.getQueryData<GroupDetail>(groupKey)
      const list = queryClient.getQueryData<Cards>(query.queryKey)
      const knownGroupId = group?.id ?? list?.[0]?.groupId
      return knownGroupId === undefined ? list === undefined : knownGroupId === groupId
    },
  })
}

export type MyTeeTimes = ResponseOf<typeof listMyTeeTimes>

/**
 * Returns the golfer's rounds and open spots after a card in these lists has changed. If the golfer plays in
 * the tee time, it is a round. An open spot that the golfer can still claim stays if its tee-off is within
 * OPEN_SPOT_DAYS, or if it is kept for the golfer. Otherwise, it is removed. Adds no tee times, because only
 * the server knows which ones belong in the lists.
 */
export function updateMyTeeTimes(
  myTeeTimes: MyTeeTimes,
  card: TeeTime,
  golferId: number | undefined,
  now: Date,
): MyTeeTimes {
  const openSpot = myTeeTimes.openSpots.find(({ teeTime }) => teeTime.id === card.id)
  const cached = openSpot ?? myTeeTimes.rounds.find(({ teeTime }) => teeTime.id === card.id)
  if (cached === undefined || cached.teeTime.version >= card.version) return myTeeTimes
  const others = removeFromMyTeeTimes(myTeeTimes, card.id)
  const withChanged = (list: MyTeeTimes['rounds']) =>
    [...list, { ...cached, teeTime: card }].sort((a, b) => soonestFirst(a.teeTime, b.teeTime))
  if (isPlaying(card, golferId)) return { ...others, rounds: withChanged(others.rounds) }
  const isSoon = Date.parse(card.startsAt) - now.getTime() < OPEN_SPOT_DAYS * 86_400_000
  const isShown = isSoon || spotKeptUntil(card, golferId, now) !== undefined
  return openSpot && isShown && canClaim(card, golferId, now)
    ? { ...others, openSpots: withChanged(others.openSpots) }
    : others
}

export function removeFromMyTeeTimes(myTeeTimes: MyTeeTimes, id: number): MyTeeTimes {
  const isOther = ({ teeTime }: { readonly teeTime: TeeTime }) => teeTime.id !== id
  return {
    rounds: myTeeTimes.rounds.filter(isOther),
    openSpots: myTeeTimes.openSpots.filter(isOther),
  }
}

export function withCard(list: Cards, card: TeeTime): Cards {
  const cached = list.find((other) => other.id === card.id)
  if (cached && cached.version >= card.version) return list
  return [...list.filter((other) => other.id !== card.id), card].sort(soonestFirst)
}

export function withoutCard(list: Cards, id: number): Cards {
  return list.some((card) => card.id === id) ? list.filter((card) => card.id !== id) : list
}

function soonestFirst(a: TeeTime, b: TeeTime): number {
  return Date.parse(a.startsAt) - Date.parse(b.startsAt) || a.id - b.id
}
