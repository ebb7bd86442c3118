import { LruMap } from 'toad-cache'
import { type GroupDetail, isUnpaid } from '../../../contract/groups.ts'
import { OPEN_SPOT_DAYS } from '../../../contract/limits.ts'
import { type TeeTime, teeTime } from '../../../contract/tee-times.ts'
import type { Context } from '../../context.ts'
import { countJoinRequests, findSetupProgress, type GroupViewer } from '../../groups/index.ts'
import type { SessionHolder } from '../../identity/index.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { type Database, oncePerDb } from '../../platform/database/database.ts'
import { type JsonText, jsonArray, jsonWriter } from '../../platform/http/serialize-responses.ts'
import type { ListViewer } from '../access.ts'
import { readCachedCards, readCard } from '../cards/store.ts'
import * as store from './store.ts'

export { listUsedCourses } from '../store.ts'
export { listMyWaitingLists } from './store.ts'

export async function readGroup(ctx: Context, viewer: GroupViewer): Promise<GroupDetail> {
  const now = ctx.clock.now()
  const [{ hasPosted, ...statistics }, joinRequests, setupProgress] = await Promise.all([
    store.readStatistics(ctx.db, viewer, now),
    countJoinRequests(ctx, viewer),
    findSetupProgress(ctx, viewer),
  ])
  const { groupId: id, expiryDate, ...group } = viewer.group
  return {
    id,
    ...group,
    expiryDate: expiryDate?.toISOString() ?? null,
    ...statistics,
    joinRequests,
    setup: setupProgress && { invited: setupProgress.hasInvited, posted: hasPosted },
    role: viewer.role,
  }
}

const writeCard = jsonWriter(teeTime)
/** The JSON of each cached card, so that a node serializes each card once. */
const jsonByCard = new WeakMap<TeeTime, JsonText<TeeTime>>()

/** A list of 50 tee times is about 30 KB. */
const MAX_CACHED = 100
const listCacheOf = oncePerDb((_: Database) => new LruMap<JsonText<TeeTime[]>>(MAX_CACHED))

export async function listTeeTimesAsJson({ db }: Context, { listVersions }: ListViewer) {
  const cache = listCacheOf(db)
  const cached = cache.get(listVersions)
  if (cached !== undefined) return cached
  const texts = (await readCachedCards(db, store.parseListVersions(listVersions))).map((card) => {
    const text = jsonByCard.get(card) ?? writeCard(card)
    jsonByCard.set(card, text)
    return text
  })
  const list = jsonArray(texts)
  cache.set(listVersions, list)
  return list
}

/** Leaves out the open spots of unpaid groups, because nobody can claim them. */
export async function listMyTeeTimes(ctx: Context, holder: SessionHolder) {
  const now = ctx.clock.now()
  const activeGroups = await store.listActiveGroupsOf(ctx.db, holder)
  const groups = new Map(
    activeGroups.map((group) => [group.id, { ...group, today: localDateOf(now, group.timeZone) }]),
  )
  const claimableGroups = [...groups.values()]
    .filter((group) => !isUnpaid(group, now))
    .map(({ id, today }) => ({ groupId: id, lastDate: addDays(today, OPEN_SPOT_DAYS - 1) }))
  const groupIds = [...groups.keys()]
  const lists = await store.listRoundsAndOpenSpots(ctx.db, holder, groupIds, claimableGroups, now)
  const { rounds, openSpots } = lists
  const found = await readCachedCards(ctx.db, [...rounds, ...openSpots])
  const cards = new Map(found.map((card) => [card.id, card]))
  const withGroup = ({ id }: { id: number }) => {
    const teeTime = cards.get(id)
    const group = teeTime && groups.get(teeTime.groupId)
    return group ? [{ teeTime, group, isToday: teeTime.date === group.today }] : []
  }
  return { rounds: rounds.flatMap(withGroup), openSpots: openSpots.flatMap(withGroup) }
}

/** Returns the current card, or `card` itself if the tee time was canceled or archived. */
export async function readCurrentCard(ctx: Pick<Context, 'db'>, card: TeeTime): Promise<TeeTime> {
  return (await readCard(ctx.db, card.id)) ?? card
}
