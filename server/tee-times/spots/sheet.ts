import type { AlertEvent } from '../../../contract/alerts.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { NotificationData, Recipient } from '../../ports.ts'
import type { SpotStatus, teeTimes, WaitingEvent } from '../schema.ts'
import {
  NOT_OWED,
  OPEN_SPOT,
  OPEN_SPOT_FIELDS,
  type SheetTeeTime,
  type Spot,
  type WaitingGolfer,
} from './spot.ts'

/**
 * The spots and the waiting list of a locked tee time, with every rule about who gets a spot. Until tee-off,
 * `settleSpots` leaves a spot open only if every golfer on the waiting list has an offer.
 */
export class SpotSheet {
  teeTime: SheetTeeTime
  readonly spots: Spot[]
  readonly waiting: WaitingGolfer[]
  readonly stored: { readonly spots: readonly Spot[]; readonly waiting: readonly WaitingGolfer[] }
  readonly now: Date
  /** The tee time's columns to store; undefined if none changed. */
  teeTimeChange: Partial<typeof teeTimes.$inferSelect> | undefined
  /** Whether the change counts as an edit. The app then refuses edits that are based on an older version. */
  isEdit = false
  readonly events: { golferId: number; event: WaitingEvent }[] = []
  readonly alerts: (Recipient & { readonly event: AlertEvent })[] = []
  notifiesCreator = false
  freedBy: number | undefined
  readonly #wasFull: boolean

  constructor(teeTime: SheetTeeTime, spots: Spot[], waiting: WaitingGolfer[], now: Date) {
    this.teeTime = teeTime
    this.spots = spots
    this.waiting = waiting
    this.stored = structuredClone({ spots, waiting })
    this.now = now
    this.#wasFull = this.openSpots.length === 0
  }

  get hasTeedOff(): boolean {
    return this.teeTime.startsAt <= this.now
  }

  /** The open spots that would remain if every waiting golfer without an offer took one. */
  get openSpots(): Spot[] {
    return this.#openBeyond(this.waitingWithoutOffer.length)
  }

  get waitingWithoutOffer(): WaitingGolfer[] {
    return this.waiting.filter(({ golferId }) => this.keptFor(golferId) === undefined)
  }

  #openBeyond(golferCount: number): Spot[] {
    return this.spots.filter(({ status }) => status === 'open').slice(golferCount)
  }

  get hasOpened(): boolean {
    return this.#wasFull && this.openSpots.length > 0
  }

  plays(golferId: number): boolean {
    return this.#spotOf(golferId, 'player') !== undefined
  }

  keptFor(golferId: number): Spot | undefined {
    return this.#spotOf(golferId, 'reservation', 'offer')
  }

  #spotOf(golferId: number, ...statuses: SpotStatus[]): Spot | undefined {
    return this.spots.find((spot) => spot.golferId === golferId && statuses.includes(spot.status))
  }

  waits(golferId: number): boolean {
    return this.waiting.some((waiting) => waiting.golferId === golferId)
  }

  /**
   * Opens spots whose reservation or offer has expired. While the group is inactive or unpaid, nobody can
   * accept an offer, so offers lose their expiry instead.
   */
  endExpired(): void {
    for (const spot of this.spots) {
      const { status, golferId, until } = spot
      const hasEnded = until !== null && until <= this.now
      if (status === 'reservation' && hasEnded) this.#free(spot, this.teeTime.creatorId)
      if (status !== 'offer' || golferId === null) continue
      if (!this.teeTime.isGroupUsable) {
        if (until !== null) this.events.push({ golferId, event: 'withdrawn' })
        spot.until = null
      } else if (hasEnded) {
        const removedEntry = this.#removeFromWaitingList(golferId)
        this.events.push({ golferId, event: 'expired' })
        if (removedEntry !== undefined) {
          this.#alert('offer-expired', golferId, `offer-expired:${removedEntry.id}`)
        }
        this.#free(spot, golferId)
      }
    }
  }

  /** Gives a golfer their reserved or offered spot, or else an open one. @returns false if there is none */
  claim(golferId: number): boolean {
    const placeInLine = this.waitingWithoutOffer.findIndex(
      (waiting) => waiting.golferId === golferId,
    )
    const spot =
      this.keptFor(golferId) ??
      (placeInLine < 0 ? this.openSpots : this.#openBeyond(placeInLine))[0]
    if (spot === undefined) return false
    const wasWaiting = this.#removeFromWaitingList(golferId) !== undefined
    this.#fill(spot, { status: 'player', golferId }, golferId)
    if (wasWaiting) this.events.push({ golferId, event: 'accepted' })
    return true
  }

  /** Gives a guest the spot reserved under that name, or else an open one. @returns false if there is none */
  bringGuest(hostId: number, name: string): boolean {
    const spot = this.reservedUnder(name) ?? this.openSpots[0]
    if (spot === undefined) return false
    this.#fill(spot, { status: 'guest', hostId, name }, hostId)
    return true
  }

  reservedUnder(name: string): Spot | undefined {
    const wanted = name.toLowerCase()
    return this.spots.find(
      (spot) => spot.status === 'reservation' && spot.name?.toLowerCase() === wanted,
    )
  }

  guestsOf(hostId: number): Spot[] {
    return this.spots.filter((spot) => spot.status === 'guest' && spot.hostId === hostId)
  }

  /**
   * Frees a player's spot and those of their guests. Between the cut-off and tee-off, the player then owes
   * these spots.
   */
  leave(golferId: number): void {
    const playerSpot = this.#spotOf(golferId, 'player')
    if (playerSpot === undefined) return
    for (const spot of [playerSpot, ...this.guestsOf(golferId)]) this.#free(spot, golferId, true)
    this.#noteForCreator(golferId)
  }

  /**
   * Frees a guest's spot if `by` is the host or the creator. Between the cut-off and tee-off, a host who does
   * this owes the spot.
   */
  removeGuest(claimId: number, by: number): void {
    const spot = this.spots.find((one) => one.status === 'guest' && one.claimId === claimId)
    if (!spot || (spot.hostId !== by && this.teeTime.creatorId !== by)) return
    this.#free(spot, by, spot.hostId === by)
    this.#noteForCreator(by)
  }

  /** Reserves an open spot for a member or a name, or changes the expiry of a member's reservation. */
  reserve(golferId: number | null, name: string | null, until: Date): void {
    const existing = golferId === null ? undefined : this.keptFor(golferId)
    const spot = existing ?? this.openSpots[0]
    if (spot === undefined) return
    if (existing === undefined) {
      Object.assign(spot, { status: 'reservation', golferId, name, claimedAt: this.now })
    }
    spot.until = until
  }

  /** Frees a reserved spot. Returns its golfer: null if reserved by name, undefined if no spot was freed. */
  release(claimId: number, by: number): number | null | undefined {
    const spot = this.spots.find((one) => one.status === 'reservation' && one.claimId === claimId)
    const golferId = spot?.golferId
    if (spot === undefined || (golferId !== by && this.teeTime.creatorId !== by)) return undefined
    this.#free(spot, by)
    return golferId
  }

  addToWaitingList(golferId: number, autoAccept: boolean | undefined): void {
    const entry = this.waiting.find((waiting) => waiting.golferId === golferId)
    if (entry === undefined) {
      this.waiting.push({ id: null, golferId, autoAccept: autoAccept ?? false })
      this.events.push({ golferId, event: 'waited' })
    } else {
      entry.autoAccept = autoAccept ?? entry.autoAccept
    }
  }

  stopWaiting(golferId: number): void {
    if (this.#removeFromWaitingList(golferId) === undefined) return
    const spot = this.#spotOf(golferId, 'offer')
    this.events.push({ golferId, event: spot?.until ? 'declined' : 'left' })
    if (spot !== undefined) this.#free(spot, golferId)
  }

  removeGolfer(golferId: number): void {
    this.stopWaiting(golferId)
    this.leave(golferId)
    const reservation = this.keptFor(golferId)
    if (reservation !== undefined) this.#free(reservation, golferId)
  }

  /** If `until` is null, keeps the spot for the golfer but sends no message. */
  offer(spot: Spot, waiting: WaitingGolfer, until: Date | null): void {
    const { golferId } = waiting
    if (spot.status === 'open') {
      Object.assign(spot, { status: 'offer', golferId, claimedAt: this.now })
    }
    spot.until = until
    if (until === null) return
    this.events.push({ golferId, event: 'offered' })
    this.alertOffer(waiting, until)
  }

  alertOffer({ id, golferId }: WaitingGolfer, until: Date): void {
    const iso = until.toISOString()
    this.#alert('offer', golferId, `offer:${id}:${iso}`, { until: iso })
  }

  alertReserved(golferId: number, until: Date): void {
    const key = `held:${this.teeTime.id}:${this.teeTime.version}:${golferId}`
    this.#alert('reserved', golferId, key, { until: until.toISOString() })
  }

  giveSpot(spot: Spot, { id, golferId }: WaitingGolfer): void {
    this.#removeFromWaitingList(golferId)
    this.#fill(spot, { status: 'player', golferId }, golferId)
    this.events.push({ golferId, event: 'joined' })
    this.#alert('joined', golferId, `joined:${id}`)
  }

  /**
   * Adds spots, or removes untaken ones, beginning with spots that nobody owes.
   * @throws RangeError if `size` is below {@link takenCount}
   */
  resize(size: number): void {
    for (let position = this.spots.length + 1; position <= size; position += 1) {
      this.spots.push({ ...OPEN_SPOT, position })
    }
    while (this.spots.length > size) {
      const [removedSpot] = this.#removable.sort(
        (a, b) =>
          (b.owedSince?.getTime() ?? Infinity) - (a.owedSince?.getTime() ?? Infinity) ||
          b.position - a.position,
      )
      if (removedSpot === undefined) throw new RangeError(`More than ${size} spots are taken`)
      this.#forgive(removedSpot, null)
      // Move the last spot into the gap, so that positions stay consecutive.
      const last = this.spots.pop()
      if (last && last !== removedSpot)
        this.spots[removedSpot.position - 1] = { ...last, position: removedSpot.position }
    }
  }

  /** How many spots have a player or guest, are reserved, or are offered with an expiry. */
  get takenCount(): number {
    return this.spots.length - this.#removable.length
  }

  get #removable(): Spot[] {
    return this.spots.filter(
      ({ status, until }) => status === 'open' || (status === 'offer' && until === null),
    )
  }

  /**
   * Changes the tee time. Reservations until the old tee-off now last until the new one. But if an edit moves
   * tee-off earlier, they stay unchanged, and the caller must queue the job that shortens them and notifies
   * their golfers. Forgives all owed spots, unless the new cut-off has already passed.
   */
  changeTeeTime(change: NonNullable<SpotSheet['teeTimeChange']>, { isEdit }: { isEdit: boolean }) {
    const previousStart = this.teeTime.startsAt
    this.teeTime = { ...this.teeTime, ...change }
    this.teeTimeChange = { ...this.teeTimeChange, ...change }
    this.isEdit ||= isEdit
    const { startsAt } = this.teeTime
    const isEarlierByEdit = isEdit && startsAt < previousStart
    for (const spot of this.spots) {
      const endsAtTeeOff = spot.until?.getTime() === previousStart.getTime()
      if (spot.status === 'reservation' && endsAtTeeOff && !isEarlierByEdit) spot.until = startsAt
    }
    if (this.#isAfterCutOff) return
    for (const spot of this.spots) this.#forgive(spot, null)
  }

  get #isAfterCutOff(): boolean {
    const { startsAt, cancelHours } = this.teeTime
    return cancelHours !== null && startsAt.getTime() - cancelHours * HOUR_MS <= this.now.getTime()
  }

  #free(spot: Spot, by: number, owesAfterCutOff = false): void {
    Object.assign(spot, OPEN_SPOT_FIELDS)
    if (owesAfterCutOff && this.#isAfterCutOff && !this.hasTeedOff)
      Object.assign(spot, { owedBy: by, owedSince: this.now })
    this.freedBy = by
  }

  #fill(spot: Spot, taker: Partial<Spot>, by: number): void {
    Object.assign(spot, OPEN_SPOT_FIELDS, taker, { claimedAt: this.now })
    this.#forgiveOneOwed(spot, by)
    this.#noteForCreator(by)
  }

  /**
   * Forgives one owed spot: one that `by` owes, or else the one that has been owed longest. If that is not
   * `takenSpot`, but `takenSpot` is owed too, then the golfer who owes `takenSpot` owes the forgiven spot
   * instead, because `takenSpot` is no longer free.
   */
  #forgiveOneOwed(takenSpot: Spot, by: number): void {
    const [forgivenSpot] = this.spots
      .filter(({ owedBy }) => owedBy !== null)
      .sort(
        (a, b) =>
          Number(b.owedBy === by) - Number(a.owedBy === by) ||
          (a.owedSince?.getTime() ?? 0) - (b.owedSince?.getTime() ?? 0) ||
          a.position - b.position,
      )
    if (forgivenSpot === undefined) return
    this.#forgive(forgivenSpot, by)
    if (forgivenSpot === takenSpot) return
    const { owedBy, owedSince } = takenSpot
    Object.assign(forgivenSpot, { owedBy, owedSince })
    Object.assign(takenSpot, NOT_OWED)
  }

  #forgive(spot: Spot, by: number | null): void {
    const { owedBy: golferId } = spot
    Object.assign(spot, NOT_OWED)
    if (golferId === null || golferId === by) return
    // A golfer who owed several spots gets one message about a change that settles them all.
    const key = `off-the-hook:${this.teeTime.id}:${this.teeTime.version}:${by}:${golferId}`
    this.#alert('spot-filled', golferId, key, { by })
  }

  #alert(event: AlertEvent, golferId: number, key: string, data: NotificationData = {}): void {
    this.alerts.push({ event, golferId, data, key })
  }

  #removeFromWaitingList(golferId: number): WaitingGolfer | undefined {
    const at = this.waiting.findIndex((waiting) => waiting.golferId === golferId)
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0]
  }

  #noteForCreator(by: number): void {
    if (by !== this.teeTime.creatorId) this.notifiesCreator = true
  }
}
