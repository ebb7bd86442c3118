import { isUnpaid } from '../../../contract/groups.ts'
import { LIST_CHOICE_MINUTES, LIST_DAYS } from '../../../contract/messages.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { linkTo } from '../../platform/config.ts'
import type { TextAction } from '../schema.ts'
import type { TextContext } from './access.ts'
import { applyAction, fillSpots } from './apply-action.ts'
import { offerList } from './offer-list.ts'
import type { Command } from './read-command.ts'
import type { TeeTimeForAccount } from './store.ts'
import * as store from './store.ts'
import { sayCancelled, sayNotIn, sayPast } from './text-replies.ts'

const WHICH_GOLFER: Readonly<Record<TextAction, string>> = {
  in: "Open spots. Who's playing? Reply",
  out: "Who's out? Reply",
  wait: "Who's it for? Reply",
}

/** Headings of the reply to LIST, the longest first. */
const CLAIM_HEADINGS = ['Open spots. To claim one, reply', 'To claim, reply'] as const

/** Runs a golfer's command. Returns the reply, which fits in one text. `ctx.texter` must have a golfer. */
export async function answerCommand(
  ctx: TextContext,
  command: Extract<Command, { kind: TextAction | 'alert' | 'drop' | 'list' | 'choice' }>,
): Promise<string> {
  if (command.kind === 'list') return listOpenSpots(ctx)
  if (command.kind === 'choice') return chooseEntry(ctx, command.position)
  if (command.number !== undefined) return actOnNumber(ctx, command.kind, command.number)
  if (command.kind === 'in') return inWithoutNumber(ctx)
  if (command.kind === 'out') return outWithoutNumber(ctx)
  if (command.kind === 'wait') return waitWithoutNumber(ctx)
  const word = command.kind.toUpperCase()
  return `Which one? Reply ${word} and the tee time's number, like ${word} 7.`
}

async function listOpenSpots(ctx: TextContext): Promise<string> {
  const groups = await store.listGroups(ctx)
  const lastDates = groups
    .filter((group) => !isUnpaid(group, ctx.now))
    .map(({ id, timeZone }) => ({
      groupId: id,
      lastDate: addDays(localDateOf(ctx.now, timeZone), LIST_DAYS - 1),
    }))
  const teeTimes = await store.listOpenTeeTimes(ctx, lastDates)
  if (teeTimes.length === 0) return `No open spots in the next ${LIST_DAYS} days in your groups.`
  return offerList(ctx, 'in', CLAIM_HEADINGS, teeTimes)
}

async function chooseEntry(ctx: TextContext, position: number): Promise<string> {
  const liveSince = new Date(ctx.now.getTime() - LIST_CHOICE_MINUTES * 60_000)
  const list = await store.findList(ctx, liveSince)
  if (list === undefined) {
    return `Reply LIST for open spots, or IN ${position} for tee time #${position}.`
  }
  if (!list.isLive) return LIST_EXPIRED[list.action]
  const entry = list.entries[position - 1]
  if (entry === undefined) {
    const { length } = list.entries
    return `Reply ${length === 1 ? '1' : `1-${length}`} to pick from the last list, or ${list.action.toUpperCase()} ${position} for tee time #${position}.`
  }
  await store.endList(ctx.db, ctx.texter.number, ctx.now)
  const teeTimes = await store.listTeeTimesById(ctx, [entry.teeTimeId])
  const teeTime = teeTimes.find(({ golferId }) => golferId === entry.golferId)
  if (teeTime === undefined)
    return "That tee time isn't in your groups anymore. Reply LIST for open spots."
  return perform(ctx, list.action, teeTime, list.action === 'in')
}

async function actOnNumber(
  ctx: TextContext,
  action: TextAction | 'alert' | 'drop',
  number: number,
): Promise<string> {
  const teeTimes = await store.listNumbered(ctx, number)
  const [latest] = teeTimes
  if (latest === undefined)
    return `There's no #${number} in your groups. Reply LIST for open spots.`
  if (action === 'in' || action === 'wait') {
    const meant = await meantBy(ctx, teeTimes)
    const upcoming = meant.filter(({ isUpcoming }) => isUpcoming)
    return upcoming.length === 0
      ? perform(ctx, action, meant[0] ?? latest)
      : resolve(ctx, action, upcoming, headingForNumber(number))
  }
  const upcoming = teeTimes.filter(({ isUpcoming }) => isUpcoming)
  if (action === 'out') {
    const mine = teeTimes.filter(
      (teeTime) => canLeave(teeTime) && !teeTime.isCancelled && !teeTime.isArchived,
    )
    if (mine.length > 0) return resolve(ctx, 'out', mine, headingForNumber(number))
    const about = { ...ctx, teeTime: upcoming[0] ?? latest }
    return about.teeTime.isCancelled ? sayCancelled(about) : sayNotIn(about)
  }
  const about = { ...ctx, teeTime: latest }
  if (upcoming.length === 0) return latest.isCancelled ? sayCancelled(about) : sayPast(about)
  const [ownTeeTime, ...others] = upcoming.filter(({ isCreator }) => isCreator)
  if (ownTeeTime === undefined) return `Only the person who posted #${number} can do that.`
  return others.length === 0
    ? fillSpots({ ...ctx, teeTime: ownTeeTime }, action)
    : `You posted more than one #${number}. Choose one here: ${linkTo(ctx.config, '/dashboard')}`
}

/** Acts if we recently texted about only one tee time, or about only one that the golfer is not in. */
async function inWithoutNumber(ctx: TextContext): Promise<string> {
  const alerted = await listAlerted(ctx)
  if (alerted.length === 0) {
    return "Which one? Reply LIST for open spots, or IN and the tee time's number, like IN 7."
  }
  const heading = 'Open spots. Which one? Reply'
  const others = alerted.filter(({ isPlaying }) => !isPlaying)
  if (countTeeTimes(alerted) === 1 || countTeeTimes(others) === 1) {
    return resolve(ctx, 'in', others.length === 0 ? alerted : others, heading)
  }
  const open = others.filter(
    (teeTime) => teeTime.isUpcoming && (teeTime.openSpots > 0 || teeTime.hasKeptSpot),
  )
  if (open.length === 0)
    return 'The spots we texted you about are all taken. Reply LIST for other open spots.'
  return offerList(ctx, 'in', [heading], open)
}

async function outWithoutNumber(ctx: TextContext): Promise<string> {
  const mine = await store.listOwnTeeTimes(ctx)
  if (mine.length === 0) return 'You have no upcoming tee times. Reply LIST for open spots.'
  return resolve(ctx, 'out', mine, 'Leave which one? Reply')
}

/** Acts if we recently texted about only one full tee time. Otherwise asks which one. */
async function waitWithoutNumber(ctx: TextContext): Promise<string> {
  const full = (await listAlerted(ctx)).filter(
    (teeTime) => teeTime.isUpcoming && !teeTime.isPlaying && teeTime.openSpots <= 0,
  )
  return countTeeTimes(full) === 1
    ? resolve(ctx, 'wait', full, 'Wait for which one? Reply')
    : "Which one? Reply WAIT and the tee time's number, like WAIT 7."
}

/** Acts if only one tee time and one account are possible. Otherwise replies with a list of choices. */
async function resolve(
  ctx: TextContext,
  action: TextAction,
  teeTimes: readonly TeeTimeForAccount[],
  heading: string,
) {
  if (countTeeTimes(teeTimes) > 1) {
    const sorted = teeTimes.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    return offerList(ctx, action, [heading], sorted)
  }
  const fitting = teeTimes.filter((teeTime) =>
    action === 'out' ? canLeave(teeTime) : !teeTime.isPlaying,
  )
  const [teeTime] = fitting.length === 0 ? teeTimes : fitting
  if (teeTime === undefined) throw new Error('There is no tee time to choose from')
  return fitting.length > 1 && teeTime.isUpcoming
    ? offerList(ctx, action, [WHICH_GOLFER[action]], fitting)
    : perform(ctx, action, teeTime)
}

/**
 * Returns the tee times that IN or WAIT may mean. If we recently texted about an open spot in only one of
 * them, returns only that one, unless the last list of open spots showed another one. Not for other commands,
 * which may answer other texts, such as a reminder.
 */
async function meantBy(ctx: TextContext, teeTimes: readonly TeeTimeForAccount[]) {
  if (countTeeTimes(teeTimes) < 2) return teeTimes
  const among = (ids: readonly number[]) =>
    teeTimes.filter(({ teeTimeId }) => ids.includes(teeTimeId))
  const alerted = among(await store.listAlertedIds(ctx))
  const list = await store.findList(ctx, ctx.now)
  const listed = list?.action === 'in' ? among(list.entries.map(({ teeTimeId }) => teeTimeId)) : []
  // An old list is only a reason to ask. A list that shows several of them doesn't tell which one is meant.
  const isListed = alerted.length > 0 && countTeeTimes(listed) === 1
  const meant = isListed ? [...new Set([...alerted, ...listed])] : alerted
  return countTeeTimes(meant) === 1 ? meant : teeTimes
}

async function listAlerted(ctx: TextContext): Promise<TeeTimeForAccount[]> {
  return store.listTeeTimesById(ctx, await store.listAlertedIds(ctx))
}

/** @param wasListed whether we showed the golfer an open spot, so that the reply can say that it was taken */
async function perform(
  ctx: TextContext,
  action: TextAction,
  teeTime: TeeTimeForAccount,
  wasListed = false,
): Promise<string> {
  const wasOpen = wasListed || (action === 'in' && (await hadOpenSpot(ctx, teeTime)))
  return applyAction({ ...ctx, teeTime, wasOpen }, action)
}

async function hadOpenSpot(ctx: TextContext, { openSpots, teeTimeId }: TeeTimeForAccount) {
  if (openSpots > 0) return true
  const ids = await store.listAlertedIds(ctx, store.OPEN_EVENTS)
  return ids.includes(teeTimeId)
}

/** OUT needs a spot or, before tee-off, a reservation or a place on the waiting list. */
function canLeave({ isPlaying, isUpcoming, isWaiting, reservationId }: TeeTimeForAccount) {
  return isPlaying || (isUpcoming && (isWaiting || reservationId !== null))
}

const LIST_EXPIRED: Readonly<Record<TextAction, string>> = {
  in: 'That list has expired. Reply LIST for a new one.',
  out: 'That list has expired. Reply OUT for a new one.',
  wait: "That list has expired. Reply WAIT and the tee time's number, like WAIT 7.",
}

const headingForNumber = (number: number) => `There's more than one #${number}. Which one? Reply`

function countTeeTimes(teeTimes: readonly TeeTimeForAccount[]): number {
  return new Set(teeTimes.map(({ teeTimeId }) => teeTimeId)).size
}
