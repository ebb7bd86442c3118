import type { TeeTime } from '../../../../contract/tee-times.ts'

/** Returns a tee time for a test, with four spots, all of them open unless `changes` say otherwise. */
export function teeTimeWith(changes: Partial<TeeTime>): TeeTime {
  const { participants = [], guests = [], maxPlayers = 4 } = changes
  return {
    id: 1,
    version: 1,
    groupId: 1,
    number: 7,
    startsAt: '2026-05-30T14:12:00Z',
    creatorId: 1,
    creator: { id: 1, name: 'Ann' },
    creatorHasLeft: false,
    course: 'Shaganappi Point',
    date: '2026-05-30',
    time: '08:12',
    cost: 0,
    notes: null,
    maxPlayers,
    participants,
    waiting: [],
    cutOff: null,
    guests,
    reservations: [],
    availableSpots: maxPlayers - participants.length - guests.length,
    ...changes,
  }
}
