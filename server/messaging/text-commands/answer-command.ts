import { isSubscribed } from '../../../contract/groups.ts'
import { ALERT_HOURS, LIST_DAYS, LIST_MINUTES } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { addDays, localDateOf } from '../../platform/clock.ts'
import { linkTo } from '../../platform/config.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Action } from '../schema.ts'
import type { Texter } from './access.ts'
import { applyAction, fillSpots } from './apply-action.ts'
import { offerList } from './offer-list.ts'
import type { Command } from './read-command.ts'
import {
  endList,
  findList,
  isReservedFor,
  listAlerted,
  listGroups,
  listMine,
  listNumbered,
  listOpen,
  listReserved,
  listTeeTimesById,
  OPEN_EVENTS,
  type TextedTeeTime,
} from './store.ts'
import { sayCancelled, sayNotIn, sayPast } from './text-replies.ts'

type Ctx = Pick<Context, 'clock' | 'config' | 'notify'>

/** Runs a golfer's command and returns the reply, which is one text. Needs at least one account. */
export function answerCommand(
  ctx: Ctx,
  tx: Queries,
  texter: Texter,
  command: Extract<Command, { kind: Action | 'alert' | 'drop' | 'list' | 'choice' }>,
): Promise<string> {
  const handler = new CommandHandler(ctx, tx, texter)
  switch (command.kind) {
    case 'list':
      return handler.list()
    case 'choice':
      return handler.choose(command.position)
    case 'in':
      return command.number === undefined
        ? handler.inBare()
        : handler.takeNumbered('in', command.number)
    case 'out':
      return command.number === undefined ? handler.outBare() : handler.outOf(command.number)
    case 'wait':
      return command.number === undefined
        ? handler.waitBare()
        : handler.takeNumbered('wait', command.number)
    case 'alert':
    case 'drop':
      return handler.fill(command.kind, command.number)
  }
}

/** Handles one text of one phone, within its transaction. */
class CommandHandler {
  readonly #ctx: Ctx
  readonly #tx: Queries
  readonly #texter: Texter
  readonly #now: Date

  constructor(ctx: Ctx, tx: Queries, texter: Texter) {
    this.#ctx = ctx
    this.#tx = tx
    this.#texter = texter
    this.#now = ctx.clock.now()
  }

  async list(): Promise<string> {
    const groups = await listGroups(this.#tx, this.#texter)
    const until = groups
      .filter((group) => isSubscribed(group, this.#now))
      .map(({ id, timeZone }) => ({
        groupId: id,
        lastDate: addDays(localDateOf(this.#now, timeZone), LIST_DAYS - 1),
      }))
    const groupIds = until.map(({ groupId }) => groupId)
    const held = await listReserved(this.#tx, this.#texter, groupIds, this.#now)
    const open = await listOpen(this.#tx, this.#texter, until, this.#now)
    const seats = [...held, ...open.filter((seat) => !isReservedFor(seat, this.#now))]
    if (seats.length === 0) return `No open times in the next ${LIST_DAYS} days in your groups.`
    return this.#tell('in', 'Open spots', seats)
  }

  async choose(position: number): Promise<string> {
    const list = await findList(this.#tx, this.#texter, this.#minutesAgo(LIST_MINUTES))
    if (list === undefined) {
      return `Reply LIST for open times, or IN ${position} for tee time #${position}.`
    }
    if (!list.isLive) return LIST_EXPIRED[list.action]
    const entry = list.entries[position - 1]
    if (entry === undefined) {
      const { length } = list.entries
      return `Reply ${length === 1 ? '1' : `1 to ${length}`} to pick from the last list, or ${list.action.toUpperCase()} ${position} for tee time #${position}.`
    }
    await endList(this.#tx, this.#texter.number, this.#now)
    const seats = await listTeeTimesById(this.#tx, this.#texter, [entry.teeTimeId])
    const seat = seats.find(({ golferId }) => golferId === entry.golferId)
    if (seat === undefined) return 'That tee time is gone. Reply LIST for open times.'
    return this.#take(list.action, seat, { wasOpen: list.action === 'in' })
  }

  async takeNumbered(action: 'in' | 'wait', number: number): Promise<string> {
    const seats = await this.#meantBy(number)
    const [latest] = seats
    if (latest === undefined) return noSuch(number)
    const live = seats.filter((seat) => this.#isUpcoming(seat))
    if (live.length === 0) return this.#take(action, latest)
    return this.#resolve(action, live, `${action === 'in' ? 'Open spots. ' : ''}Which #${number}?`)
  }

  async outOf(number: number): Promise<string> {
    const seats = await this.#meantBy(number)
    const [latest] = seats
    if (latest === undefined) return noSuch(number)
    const mine = seats.filter((seat) => this.#isMine(seat) && !seat.isCancelled && !seat.isArchived)
    if (mine.length > 0) return this.#resolve('out', mine, `Which #${number}?`)
    const seat = seats.find((one) => this.#isUpcoming(one)) ?? latest
    return seat.isCancelled ? this.#take('out', seat) : sayNotIn(this.#replyContext(seat))
  }

  /** Runs IN without a number, for the one tee time that we just texted about. */
  async inBare(): Promise<string> {
    const alerted = await this.#listAlerted()
    if (alerted.length === 0) {
      return 'Which one? Reply LIST for open times, or IN and the number of the tee time.'
    }
    const others = alerted.filter(({ isPlaying }) => !isPlaying)
    if (teeTimesOf(alerted) === 1 || teeTimesOf(others) === 1) {
      return this.#resolve('in', others.length === 0 ? alerted : others, 'Open spots')
    }
    const open = others.filter(
      (seat) => this.#isUpcoming(seat) && (seat.openSpots > 0 || isReservedFor(seat, this.#now)),
    )
    if (open.length === 0) return 'Those are all taken. Reply LIST for other open times.'
    return this.#offer('in', 'Open spots. Which one?', open)
  }

  async outBare(): Promise<string> {
    const mine = await listMine(this.#tx, this.#texter, this.#now)
    if (mine.length === 0) return 'You have no upcoming tee times. Reply LIST for open times.'
    return this.#resolve('out', mine, 'Leave which one?')
  }

  /** Runs WAIT without a number, for the one full tee time that we just texted about. */
  async waitBare(): Promise<string> {
    const full = (await this.#listAlerted()).filter(
      (seat) => this.#isUpcoming(seat) && !seat.isPlaying && seat.openSpots <= 0,
    )
    return teeTimesOf(full) === 1
      ? this.#resolve('wait', full, 'Wait for which one?')
      : 'Which one? Reply WAIT and the number of the tee time, like WAIT 7.'
  }

  /** Runs ALERT and DROP for the poster. Does not guess when two tee times have the same number. */
  async fill(action: 'alert' | 'drop', number: number | undefined): Promise<string> {
    const word = action.toUpperCase()
    if (number === undefined) {
      return `Which one? Reply ${word} and the number of the tee time, like ${word} 7.`
    }
    const seats = await this.#meantBy(number)
    const [latest] = seats
    if (latest === undefined) return noSuch(number)
    const live = seats.filter((seat) => this.#isUpcoming(seat))
    if (live.length === 0) {
      const about = this.#replyContext(latest)
      return latest.isCancelled ? sayCancelled(about) : sayPast(about)
    }
    const [posted, ...others] = live.filter(({ isCreator }) => isCreator)
    if (posted === undefined) return `Only the person who posted #${number} can do that.`
    return others.length === 0
      ? fillSpots(this.#ctx, this.#tx, action, this.#replyContext(posted))
      : `You posted more than one tee time with #${number}. Choose one here: ${linkTo(this.#ctx.config, '/dashboard')}`
  }

  /** Acts if only one tee time and one account are possible; otherwise asks which is meant. */
  async #resolve(
    action: Action,
    seats: readonly TextedTeeTime[],
    heading: string,
  ): Promise<string> {
    if (teeTimesOf(seats) > 1) return this.#offer(action, heading, seats)
    const fitting = seats.filter((seat) =>
      action === 'out' ? this.#isMine(seat) : !seat.isPlaying,
    )
    const [seat] = fitting.length === 0 ? seats : fitting
    if (seat === undefined) throw new Error('There is no tee time to choose from')
    return fitting.length > 1 && this.#isUpcoming(seat)
      ? this.#offer(action, `${action === 'in' ? 'Open spots. ' : ''}Who's it for?`, fitting)
      : this.#take(action, seat)
  }

  /** Lists the tee times that a number may mean, latest first; if several, only one we just texted about. */
  async #meantBy(number: number): Promise<TextedTeeTime[]> {
    const seats = await listNumbered(this.#tx, this.#texter, number, this.#now)
    if (teeTimesOf(seats) < 2) return seats
    const alerted = new Set((await this.#listAlerted()).map(({ teeTimeId }) => teeTimeId))
    const meant = seats.filter(({ teeTimeId }) => alerted.has(teeTimeId))
    return teeTimesOf(meant) === 1 ? meant : seats
  }

  async #listAlerted(): Promise<TextedTeeTime[]> {
    const ids = await listAlerted(this.#tx, this.#texter, this.#minutesAgo(ALERT_HOURS * 60))
    return listTeeTimesById(this.#tx, this.#texter, ids)
  }

  /** @param wasOpen whether we showed the golfer an open spot, so that the reply can say "just taken" */
  async #take(action: Action, seat: TextedTeeTime, { wasOpen = false } = {}): Promise<string> {
    // Access checks no longer find archived tee times.
    if (seat.isArchived && !seat.isCancelled) return sayPast(this.#replyContext(seat))
    const wasSeenOpen = wasOpen || (action === 'in' && (await this.#wasOpen(seat)))
    return applyAction(this.#ctx, this.#tx, action, {
      ...this.#replyContext(seat),
      wasOpen: wasSeenOpen,
    })
  }

  /** Returns whether a tee time has a spot now, or had one according to our texts. */
  async #wasOpen({ openSpots, teeTimeId }: TextedTeeTime): Promise<boolean> {
    if (openSpots > 0) return true
    const since = this.#minutesAgo(ALERT_HOURS * 60)
    return (await listAlerted(this.#tx, this.#texter, since, OPEN_EVENTS)).includes(teeTimeId)
  }

  /** Offers a list of these tee times, sorted by tee-off. */
  #offer(action: Action, heading: string, found: readonly TextedTeeTime[]): Promise<string> {
    const seats = found.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    return this.#tell(action, heading, seats)
  }

  #tell(action: Action, heading: string, seats: readonly TextedTeeTime[]): Promise<string> {
    const link = linkTo(this.#ctx.config, '/dashboard')
    return offerList(this.#tx, this.#texter, { action, heading, seats }, { now: this.#now, link })
  }

  #replyContext(seat: TextedTeeTime) {
    return { seat, isShared: this.#texter.accounts.length > 1, now: this.#now }
  }

  /** Returns whether the golfer has a spot, or waits for one in an upcoming tee time. */
  #isMine(seat: TextedTeeTime): boolean {
    const waits = seat.isInLine || seat.reservationId !== null
    return seat.isPlaying || (waits && this.#isUpcoming(seat))
  }

  #isUpcoming({ startsAt, isCancelled, isArchived }: TextedTeeTime): boolean {
    return startsAt > this.#now && !isCancelled && !isArchived
  }

  #minutesAgo(minutes: number): Date {
    return new Date(this.#now.getTime() - minutes * 60_000)
  }
}

/** The reply to a digit if the last list is too old: the digit could drop the golfer from another round. */
const LIST_EXPIRED: Readonly<Record<Action, string>> = {
  in: 'That list has expired. Reply LIST for a new one.',
  out: 'That list has expired. Reply OUT for a new one.',
  wait: "That list has expired. Reply WAIT and the tee time's number, like WAIT 7.",
}

function noSuch(number: number): string {
  return `There is no #${number} in your groups. Reply LIST for open times.`
}

function teeTimesOf(seats: readonly TextedTeeTime[]): number {
  return new Set(seats.map(({ teeTimeId }) => teeTimeId)).size
}
