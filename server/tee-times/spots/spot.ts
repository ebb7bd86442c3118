import type { spots } from '../schema.ts'

/** A spot in a tee time. `claimId` is null until the spot is stored. */
export type Spot = Omit<typeof spots.$inferSelect, 'teeTimeId' | 'groupId'>

/** A golfer on the waiting list. */
export interface WaitingGolfer {
  /** Null until the golfer's place is stored. */
  readonly id: number | null
  readonly golferId: number
  /** Whether the app claims a free spot for the golfer without asking. */
  autoAccept: boolean
}

/** The fields of the tee time that the sheet's rules need. */
export interface SheetTeeTime {
  readonly id: number
  /** The version in the database. A transaction raises it at most once. */
  readonly version: number
  readonly creatorId: number
  readonly startsAt: Date
  /** How many hours before tee-off the course stops accepting cancellations; null without a cut-off. */
  readonly cancelHours: number | null
  /** Whether the group is active and subscribed, so that golfers can accept offers. */
  readonly isGroupUsable: boolean
}

/** The fields that record who has a spot, with their values for an open spot. */
export const OPEN_SPOT_FIELDS = {
  status: 'open',
  golferId: null,
  hostId: null,
  name: null,
  until: null,
  claimId: null,
  claimedAt: null,
} as const

/** The fields of an open spot that nobody owes, except its position. */
export const OPEN_SPOT = { ...OPEN_SPOT_FIELDS, owedBy: null, owedSince: null } as const
