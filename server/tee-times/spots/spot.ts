import type { spots, teeTimes, waitingList } from '../schema.ts'

/** `claimId` is null for an open spot, and for one that the sheet has just filled, reserved or offered. */
export type Spot = Omit<typeof spots.$inferSelect, 'teeTimeId' | 'groupId'>

/** `id` is null until the golfer's place is stored. */
export type WaitingGolfer = Pick<typeof waitingList.$inferSelect, 'golferId' | 'autoAccept'> & {
  readonly id: number | null
}

/** Storing the sheet's changes raises `version`. `isGroupUsable` is false if the group is inactive or unpaid. */
export type SheetTeeTime = typeof teeTimes.$inferSelect & {
  readonly timeZone: string
  readonly isGroupUsable: boolean
}

/** The fields that say who has a spot, with their values for an open spot. */
export const OPEN_SPOT_FIELDS = {
  status: 'open',
  golferId: null,
  hostId: null,
  name: null,
  until: null,
  claimId: null,
  claimedAt: null,
} as const

export const NOT_OWED = { owedBy: null, owedSince: null }

export const OPEN_SPOT = { ...OPEN_SPOT_FIELDS, ...NOT_OWED }
