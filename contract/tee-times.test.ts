import { describe, expect, test } from 'vitest'
import {
  canCancel,
  canClaim,
  canEdit,
  hasTeedOff,
  isFull,
  isPlaying,
  postTeeTimeForm,
  type TeeTime,
} from './tee-times.ts'

const BEFORE_TEE_OFF = new Date('2026-06-06T14:11:59.999Z')
const TEE_OFF = new Date('2026-06-06T14:12:00Z')
const CREATOR = 1
const PLAYER = 2
const OTHER = 3

const card = (overrides: Partial<TeeTime> = {}): TeeTime => ({
  id: 7,
  groupId: 1,
  number: 7,
  creatorId: CREATOR,
  creator: { id: CREATOR, name: 'Creator' },
  creatorHasLeft: false,
  course: 'Lakeview',
  date: '2026-06-06',
  time: '08:12',
  startsAt: '2026-06-06T14:12:00Z',
  cost: 0,
  notes: null,
  maxPlayers: 2,
  participants: [{ id: PLAYER, name: 'Player' }],
  waiting: [],
  cutOff: null,
  guests: [],
  reservations: [],
  availableSpots: 1,
  version: 1,
  ...overrides,
})

describe('claiming', () => {
  test.each([
    ['a visitor who is not signed in', card(), undefined, BEFORE_TEE_OFF],
    ['a golfer id of 0', card(), 0, BEFORE_TEE_OFF],
    ['a negative golfer id', card(), -1, BEFORE_TEE_OFF],
    ['a golfer who already plays', card(), PLAYER, BEFORE_TEE_OFF],
    ['anyone after tee-off', card(), OTHER, TEE_OFF],
    ['anyone when the tee time is full', card({ availableSpots: 0 }), OTHER, BEFORE_TEE_OFF],
  ])('is refused for %s', (_who, teeTime, golferId, now) => {
    expect(canClaim(teeTime, golferId, now)).toBe(false)
  })

  test('is allowed for everyone else, including the creator', () => {
    expect(canClaim(card(), OTHER, BEFORE_TEE_OFF)).toBe(true)
    expect(canClaim(card(), CREATOR, BEFORE_TEE_OFF)).toBe(true)
  })
})

test('lets only the creator edit, and only before tee-off', () => {
  expect(canEdit(card(), CREATOR, BEFORE_TEE_OFF)).toBe(true)
  expect(canEdit(card(), CREATOR, TEE_OFF)).toBe(false)
  expect(canEdit(card({ creatorHasLeft: true }), OTHER, BEFORE_TEE_OFF)).toBe(false)
  expect(canEdit(card(), PLAYER, BEFORE_TEE_OFF)).toBe(false)
  expect(canEdit(card(), undefined, BEFORE_TEE_OFF)).toBe(false)
})

test('says what to enter if a number of players is not a whole number', () => {
  const { error } = postTeeTimeForm.shape.maxPlayers.safeParse(2.5)
  expect(error?.issues[0]?.message).toBe('Enter the number of players')
})

test('knows who plays', () => {
  expect(isPlaying(card(), PLAYER)).toBe(true)
  expect(isPlaying(card(), OTHER)).toBe(false)
  expect(isPlaying(card(), undefined)).toBe(false)
})

test.each([
  ['the creator', CREATOR, false, false, true],
  ['a player', PLAYER, false, false, false],
  ['the owner', OTHER, true, false, false],
  ['the owner after the creator has left', OTHER, true, true, true],
  ['a member after the creator has left', OTHER, false, true, false],
  ['a visitor who is not signed in', undefined, false, true, false],
])('decides who may cancel: %s', (_who, golferId, isOwner, creatorHasLeft, isAllowed) => {
  expect(canCancel(card({ creatorHasLeft }), golferId, isOwner, BEFORE_TEE_OFF)).toBe(isAllowed)
  expect(canCancel(card({ creatorHasLeft }), golferId, isOwner, TEE_OFF)).toBe(false)
})

test('counts a tee time as teed off from the exact tee-off time', () => {
  expect(hasTeedOff(card(), BEFORE_TEE_OFF)).toBe(false)
  expect(hasTeedOff(card(), TEE_OFF)).toBe(true)
})

test('counts a tee time as full when no spot is open', () => {
  expect(isFull(card())).toBe(false)
  expect(isFull(card({ availableSpots: 0 }))).toBe(true)
})

test('defaults to four spots, none of them for the poster', () => {
  const form = { course: '  Lakeview ', date: '2026-06-06', time: '08:12' }
  expect(postTeeTimeForm.parse(form)).toEqual({
    course: 'Lakeview',
    date: '2026-06-06',
    time: '08:12',
    maxPlayers: 4,
    cancelHours: null,
    joinAsPlayer: false,
  })
})
