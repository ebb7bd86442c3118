import type { AlertEvent } from '../../../contract/alerts.ts'
import type { spots } from '../schema.ts'

/** One spot in a tee time. `claimId` is null until it is stored. */
export type Spot = Omit<typeof spots.$inferSelect, 'teeTimeId'>

/** A golfer on the waiting list. */
export interface WaitingGolfer {
  /** Null until it is stored. */
  readonly id: number | null
  readonly golferId: number
  /** Whether the golfer gets a spot without being asked. */
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
  readonly isOpen: boolean
}

/** A message to one golfer. */
export interface SheetAlert {
  readonly event: AlertEvent
  readonly golferId: number
  readonly data: Record<string, string | number | null>
  readonly key: string
}

/** The fields of an open spot, except its position. */
export const OPEN_SPOT = {
  status: 'open',
  golferId: null,
  hostId: null,
  name: null,
  until: null,
  claimId: null,
  claimedAt: null,
  owedBy: null,
  owedSince: null,
} as const
