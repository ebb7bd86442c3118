import { isSubscribed } from '../../../contract/groups.ts'
import { LIST_CHOICE_MINUTES, LIST_DAYS } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { TextAction } from '../schema.ts'
import type { Texter } from './access.ts'
import { applyAction, fillSpots } from './apply-action.ts'
import { offerList } from './offer-list.ts'
import type { Command } from './read-command.ts'
import type { TeeTimeForAccount } from './store.ts'
import * as store from './store.ts'
import { sayCancelled, sayNotIn, sayPast } from './text-replies.ts'

const WHICH_GOLFER: Readonly<Record<TextAction, string>> = {
  in: "Open spots. Who's playing?",
  out: "Who's out?",
  wait: "Who's it for?",
}

/** Headings of the reply to LIST, the longest first. */
const TO_CLAIM = ['Open spots. To claim one, reply', 'To claim, reply'] as const

/** Runs a golfer's command. Returns the reply, which fits in one text. The texter must have a golfer. */
export async function answerCommand(
  ctx: Context,
  tx: Queries,
  texter: Texter,
  command: Extract<Command, { kind: TextAction | 'alert' | 'drop' | 'list' | 'choice' }>,
): Promise<string> {
  const handler = new CommandHandler(ctx, tx, texter)
  if (command.kind === 'list') return handler.list()
  if (command.kind === 'choice') return handler.choose(command.position)
  if (command.number !== undefined) return handler.numbered(command.kind, command.number)
  switch (command.kind) {
    case 'in':
      return handler.inWithoutNumber()
    case 'out':
      return handler.outWithoutNumber()
    case 'wait':
      return handler.waitWithoutNumber()
    default: {
      const word = command.kind.toUpperCase()
      return `Which one? Reply ${word} and the tee time's number, like ${word} 7.`
    }
  }
}

class CommandHandler {
  readonly #ctx: Context
  readonly #tx: Queries
  readonly #texter: Texter
  readonly #now: Date

  constructor(ctx: Context, tx: Queries, texter: Texter) {
    this.#ctx = ctx
    this.#tx = tx
    this.#texter = texter
    this.#now = ctx.clock.now()
  }

  async list(): Promise<string> {
    const groups = await store.listGroups(this.#tx, this.#texter)
    const until = groups
      .filter((group) => isSubscribed(group, this.#now))
      .map(({ id, timeZone }) => ({
        groupId: id,
        lastDate: addDays(localDateOf(this.#now, timeZone), LIST_DAYS - 1),
      }))
    const teeTimes = await store.listOpenTeeTimes(this.#tx, this.#texter, until, this.#now)
    if (teeTimes.length === 0) return `No open spots in the next ${LIST_DAYS} days in your groups.`
    return this.#offer('in', TO_CLAIM, teeTimes)
  }

  async choose(position: number): Promise<string> {
    const liveSince = new Date(this.#now.getTime() - LIST_CHOICE_MINUTES * 60_000)
    const list = await store.findList(this.#tx, this.#texter, liveSince)
    if (list === undefined) {
      return `Reply LIST for open spots, or IN ${position} for tee time #${position}.`
    }
    if (!list.isLive) return LIST_EXPIRED[list.action]
    const entry = list.entries[position - 1]
    if (entry === undefined) {
      const { length } = list.entries
      return `Reply ${length === 1 ? '1' : `1-${length}`} to pick from the last list, or ${list.action.toUpperCase()} ${position} for tee time #${position}.`
    }
    await store.endList(this.#tx, this.#texter.number, this.#now)
    const teeTimes = await store.listTeeTimesById(this.#tx, this.#texter, [entry.teeTimeId])
    const teeTime = teeTimes.find(({ golferId }) => golferId === entry.golferId)
    if (teeTime === undefined)
      return "That tee time isn't in your groups anymore. Reply LIST for open spots."
    return this.#take(list.action, teeTime, list.action === 'in')
  }

  async numbered(action: TextAction | 'alert' | 'drop', number: number): Promise<string> {
    const teeTimes = await this.#meantBy(number)
    const [latest] = teeTimes
    if (latest === undefined)
      return `There's no #${number} in your groups. Reply LIST for open spots.`
    const live = teeTimes.filter((teeTime) => this.#isUpcoming(teeTime))
    switch (action) {
      case 'in':
      case 'wait':
        return live.length === 0
          ? this.#take(action, latest)
          : this.#resolve(action, live, whichOf(number))
      case 'out': {
        const mine = teeTimes.filter(
          (teeTime) => this.#canLeave(teeTime) && !teeTime.isCancelled && !teeTime.isArchived,
        )
        if (mine.length > 0) return this.#resolve('out', mine, whichOf(number))
        const about = this.#replyContext(live[0] ?? latest)
        return about.teeTime.isCancelled ? sayCancelled(about) : sayNotIn(about)
      }
      default: {
        const about = this.#replyContext(latest)
        if (live.length === 0) return latest.isCancelled ? sayCancelled(about) : sayPast(about)
        const [posted, ...others] = live.filter(({ isCreator }) => isCreator)
        if (posted === undefined) return `Only the person who posted #${number} can do that.`
        return others.length === 0
          ? fillSpots(this.#ctx, this.#tx, action, this.#replyContext(posted))
          : `You posted more than one #${number}. Choose one here: ${linkTo(this.#ctx.config, '/dashboard')}`
      }
    }
  }

  /** Acts if we recently texted about only one tee time, or about only one that the golfer is not in. */
  async inWithoutNumber(): Promise<string> {
    const alerted = await this.#listAlerted()
    if (alerted.length === 0) {
      return "Which one? Reply LIST for open spots, or IN and the tee time's number, like IN 7."
    }
    const others = alerted.filter(({ isPlaying }) => !isPlaying)
    if (countTeeTimes(alerted) === 1 || countTeeTimes(others) === 1) {
      return this.#resolve('in', others.length === 0 ? alerted : others, 'Open spots. Which one?')
    }
    const open = others.filter(
      (teeTime) =>
        this.#isUpcoming(teeTime) && (teeTime.openSpots > 0 || store.isKeptFor(teeTime, this.#now)),
    )
    if (open.length === 0)
      return 'The spots we texted you about are all taken. Reply LIST for other open spots.'
    return this.#offer('in', 'Open spots. Which one?', open)
  }

  async outWithoutNumber(): Promise<string> {
    const mine = await store.listOwnTeeTimes(this.#tx, this.#texter, this.#now)
    if (mine.length === 0) return 'You have no upcoming tee times. Reply LIST for open spots.'
    return this.#resolve('out', mine, 'Leave which one?')
  }

  /** Acts if we recently texted about only one full tee time. Otherwise asks which one. */
  async waitWithoutNumber(): Promise<string> {
    const full = (await this.#listAlerted()).filter(
      (teeTime) => this.#isUpcoming(teeTime) && !teeTime.isPlaying && teeTime.openSpots <= 0,
    )
    return countTeeTimes(full) === 1
      ? this.#resolve('wait', full, 'Wait for which one?')
      : "Which one? Reply WAIT and the tee time's number, like WAIT 7."
  }

  /** Acts if only one tee time and one account are possible. Otherwise replies with a list of choices. */
  async #resolve(action: TextAction, teeTimes: readonly TeeTimeForAccount[], heading: string) {
    if (countTeeTimes(teeTimes) > 1) {
      const sorted = teeTimes.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
      return this.#offer(action, heading, sorted)
    }
    const fitting = teeTimes.filter((teeTime) =>
      action === 'out' ? this.#canLeave(teeTime) : !teeTime.isPlaying,
    )
    const [teeTime] = fitting.length === 0 ? teeTimes : fitting
    if (teeTime === undefined) throw new Error('There is no tee time to choose from')
    return fitting.length > 1 && this.#isUpcoming(teeTime)
      ? this.#offer(action, WHICH_GOLFER[action], fitting)
      : this.#take(action, teeTime)
  }

  /** If we recently texted about only one of the tee times with this number, lists only that one. */
  async #meantBy(number: number): Promise<TeeTimeForAccount[]> {
    const teeTimes = await store.listNumbered(this.#tx, this.#texter, number, this.#now)
    if (countTeeTimes(teeTimes) < 2) return teeTimes
    const alerted = new Set((await this.#listAlerted()).map(({ teeTimeId }) => teeTimeId))
    const meant = teeTimes.filter(({ teeTimeId }) => alerted.has(teeTimeId))
    return countTeeTimes(meant) === 1 ? meant : teeTimes
  }

  async #listAlerted(): Promise<TeeTimeForAccount[]> {
    const ids = await store.listAlerted(this.#tx, this.#texter, this.#now)
    return store.listTeeTimesById(this.#tx, this.#texter, ids)
  }

  /** @param wasOpen whether we showed the golfer an open spot, so that the reply can say that it was taken */
  async #take(action: TextAction, teeTime: TeeTimeForAccount, wasOpen = false): Promise<string> {
    const about = this.#replyContext(teeTime)
    // The access check does not find archived tee times, so reply here.
    if (teeTime.isArchived && !teeTime.isCancelled) return sayPast(about)
    return applyAction(this.#ctx, this.#tx, action, {
      ...about,
      wasOpen: wasOpen || (action === 'in' && (await this.#wasOpen(teeTime))),
    })
  }

  async #wasOpen({ openSpots, teeTimeId }: TeeTimeForAccount): Promise<boolean> {
    if (openSpots > 0) return true
    const ids = await store.listAlerted(this.#tx, this.#texter, this.#now, store.OPEN_EVENTS)
    return ids.includes(teeTimeId)
  }

  #offer(
    action: TextAction,
    heading: string | typeof TO_CLAIM,
    teeTimes: readonly TeeTimeForAccount[],
  ) {
    const headings = typeof heading === 'string' ? ([`${heading} Reply`] as const) : heading
    const wording = { now: this.#now, link: linkTo(this.#ctx.config, '/dashboard') }
    return offerList(this.#tx, this.#texter, { action, headings, teeTimes }, wording)
  }

  #replyContext(teeTime: TeeTimeForAccount) {
    return { teeTime, isShared: this.#texter.golferIds.length > 1, now: this.#now }
  }

  /** OUT needs a spot or, before tee-off, a reservation or a place on the waiting list. */
  #canLeave(teeTime: TeeTimeForAccount): boolean {
    const waits = teeTime.isWaiting || teeTime.reservationId !== null
    return teeTime.isPlaying || (waits && this.#isUpcoming(teeTime))
  }

  #isUpcoming({ startsAt, isCancelled, isArchived }: TeeTimeForAccount): boolean {
    return startsAt > this.#now && !isCancelled && !isArchived
  }
}

const LIST_EXPIRED: Readonly<Record<TextAction, string>> = {
  in: 'That list has expired. Reply LIST for a new one.',
  out: 'That list has expired. Reply OUT for a new one.',
  wait: "That list has expired. Reply WAIT and the tee time's number, like WAIT 7.",
}

const whichOf = (number: number) => `There's more than one #${number}. Which one?`

function countTeeTimes(teeTimes: readonly TeeTimeForAccount[]): number {
  return new Set(teeTimes.map(({ teeTimeId }) => teeTimeId)).size
}
