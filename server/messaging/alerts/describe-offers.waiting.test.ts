import { describe, expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { describeChanged } from './describe-changed.ts'
import {
  describeOffer,
  describeOfferExpired,
  describeReserved,
  describeSpotFromWaitingList,
} from './describe-offers.ts'
import { describeCancelled, describeSpots } from './describe-round.ts'
import type { TeeTimeToNotify } from './store.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { ANN, buildReader, buildRound, HOSTILE_INPUTS } from './testing/rounds.ts'

// The reader's clock shows Friday, 2 PM. The round is on Saturday at 8:12 AM.
const IN_HALF_AN_HOUR = new Date('2026-05-29T20:30:00Z')
const TOMORROW = new Date('2026-05-30T14:05:00Z')
const CARD_LINK = 'https://golf.example/stampede?t=7'
const OVERLAP = {
  teeTimeId: 71,
  groupId: 5,
  course: 'Priddis',
  date: '2026-05-30',
  time: '09:00',
  groupName: 'Friday Nine',
}
const fullRound = (overrides: Partial<TeeTimeToNotify> = {}) =>
  buildRound({ maxPlayers: 2, openSpots: 0, waiting: 1, ...overrides })

describe('waiting list texts', () => {
  test.each([
    [
      'a spot offered from the waiting list',
      describeOffer(fullRound(), buildReader(), IN_HALF_AN_HOUR),
      'A spot opened for you: #7 Sat May 30 8:12 AM Shaganappi Point. Take it by 2:30 PM. Reply IN 7, or OUT 7 to pass.',
    ],
    [
      'an offer that ends on another day',
      describeOffer(fullRound(), buildReader(), TOMORROW),
      'A spot opened for you: #7 Sat May 30 8:12 AM Shaganappi Point. Take it by Sat May 30 8:05 AM. Reply IN 7.',
    ],
    [
      'an offer to a golfer in another time zone',
      describeOffer(fullRound(), buildReader({ timeZone: 'Asia/Tokyo' }), TOMORROW),
      'A spot opened for you: #7 Sat May 30 8:12 AM MDT Shaganappi Point. Take it by Sat May 30 8:05 AM MDT. Reply IN 7.',
    ],
    [
      'a spot reserved by the creator',
      describeReserved(fullRound(), buildReader(), IN_HALF_AN_HOUR),
      'Ann reserved a spot for you until 2:30 PM: #7 Sat May 30 8:12 AM Shaganappi Point. Reply IN 7.',
    ],
    [
      "a reservation that ends today in the group's time zone",
      describeReserved(fullRound(), buildReader({ timeZone: 'Asia/Tokyo' }), IN_HALF_AN_HOUR),
      'Ann reserved a spot for you until 2:30 PM MDT: #7 Sat May 30 8:12 AM MDT Shaganappi Point. Reply IN 7.',
    ],
    [
      'a spot taken automatically',
      describeSpotFromWaitingList(fullRound(), buildReader()),
      "You're in: #7 Sat May 30 8:12 AM Shaganappi Point. You were next in line. Reply OUT 7 to leave.",
    ],
    [
      'a spot taken automatically that overlaps another round',
      describeSpotFromWaitingList(fullRound(), buildReader(), OVERLAP),
      "You're in: #7 Sat May 30 8:12 AM Shaganappi Point. Overlaps your 9:00 AM round at Priddis. Reply OUT 7 to leave.",
    ],
    [
      'an expired offer, with others waiting',
      describeOfferExpired(fullRound({ players: [ANN] }), buildReader()),
      "You didn't take the spot in time: #7 Sat May 30 8:12 AM Shaganappi Point. Reply WAIT 7 to get back in line.",
    ],
    [
      'an expired offer, since taken',
      describeOfferExpired(fullRound({ waiting: 0 }), buildReader()),
      "You didn't take the spot in time: #7 Sat May 30 8:12 AM Shaganappi Point. Reply WAIT 7 to get back in line.",
    ],
    [
      'an expired offer, still open',
      describeOfferExpired(fullRound({ players: [ANN], openSpots: 1, waiting: 0 }), buildReader()),
      "You didn't take the spot in time: #7 Sat May 30 8:12 AM Shaganappi Point. A spot is still open. Reply IN 7.",
    ],
  ])('describes %s', (_what, { text }, wording) => {
    expect(text).toBe(`Fourball: ${wording} ${CARD_LINK}`)
    expect(segmentsOf(text)).toBe(1)
  })

  test.each([
    [
      'Kananaskis',
      '#7 Sat May 30 8:12 AM Kananaskis. Overlaps your Sun May 31 9:00 AM round at Priddis Greens Golf Club.',
    ],
    [
      'Shaganappi Point Valley Golf Course',
      '#7 Sat May 30 8:12 AM Shaganappi Point. Overlaps your Sun May 31 9:00 AM round at Priddis Greens Golf.',
    ],
  ])('leave out the link rather than the overlap of a round at %s', (course, wording) => {
    const overlap = { ...OVERLAP, course: 'Priddis Greens Golf Club', date: '2026-05-31' }
    expect(describeSpotFromWaitingList(fullRound({ course }), buildReader(), overlap).text).toBe(
      `Fourball: You're in: ${wording} Reply OUT 7 to leave.`,
    )
  })

  test('fit in one segment, however long the names are', () => {
    const long = fullRound({
      number: 999_999,
      course: 'The Royal and Ancient Golf Club of Saint Ändrews, Old Course',
      creatorName: 'Bartholomew-Maximilian Featherstonehaugh',
      slug: 'a-slug-of-some-thirty-letters1',
    })
    const to = buildReader({ timeZone: 'Australia/Lord_Howe' })
    for (const isOpen of [false, true]) {
      const round = isOpen ? { ...long, players: [ANN], openSpots: 1, waiting: 0 } : long
      const messages = [
        describeOffer(round, to, TOMORROW),
        describeReserved(round, to, TOMORROW),
        describeSpotFromWaitingList(round, to),
        describeOfferExpired(round, to),
        describeCancelled({ ...round, insteadOfSpot: 'waiting-list' }, to, long.creatorName),
        describeCancelled({ ...round, insteadOfSpot: 'reservation' }, to, long.creatorName),
      ]
      for (const { text } of messages) {
        expect(segmentsOf(text), text).toBe(1)
        expect(text).toContain('#999999')
      }
    }
  })

  test.each(HOSTILE_INPUTS)('keep input from strangers as plain text: %j', (typed) => {
    const hostileRound = fullRound({ course: typed, groupName: typed, creatorName: typed })
    const describers: readonly ((
      round: TeeTimeToNotify,
    ) => ReturnType<typeof describeSpotFromWaitingList>)[] = [
      (round) => describeOffer(round, buildReader(), IN_HALF_AN_HOUR),
      (round) => describeReserved(round, buildReader(), IN_HALF_AN_HOUR),
      (round) => describeSpotFromWaitingList(round, buildReader()),
      (round) => describeOfferExpired(round, buildReader()),
      (round) =>
        describeCancelled(
          { ...round, insteadOfSpot: 'waiting-list' },
          buildReader(),
          round.creatorName,
        ),
    ]
    for (const describeAlert of describers) {
      expectHarmless(describeAlert(hostileRound), describeAlert(fullRound()))
    }
  })
})

describe('waiting list emails', () => {
  test('say how long an offer lasts and what happens then', () => {
    const { mail } = describeOffer(fullRound(), buildReader(), IN_HALF_AN_HOUR)
    expect(mail.subject).toBe(
      'A spot opened for you. Take it by 2:30 PM: Shaganappi Point, Sat, May 30, 8:12 AM',
    )
    expect(mail.body).toContain('Take it by 2:30 PM. After that, someone else can take it.')
    expect(mail.body).toContain(
      'because you were on the waiting list for a tee time in Saturday Stampede',
    )
  })

  test('say what happened to the spot after an offer expired, if known', () => {
    const bodyAfterOffer = (overrides: Partial<TeeTimeToNotify>) =>
      describeOfferExpired(fullRound(overrides), buildReader()).mail.body
    expect(bodyAfterOffer({ players: [ANN] })).toContain(
      '8:12 AM. The spot went to the next golfer in line.\n',
    )
    expect(bodyAfterOffer({ waiting: 0 })).toContain('8:12 AM.\n')
    expect(bodyAfterOffer({ players: [ANN], openSpots: 1, waiting: 0 })).toContain(
      'A spot is still open.',
    )
  })
})

describe('changes to the tee time', () => {
  test.each([
    ['waiting-list', '. You were on the waiting list', 'because you were on the waiting list for'],
    ['reservation', '. A spot was reserved for you', 'because a spot was reserved for you in'],
    [null, '', 'because you had a spot in'],
  ] as const)(
    'describes a cancellation (what the golfer had instead of a spot: %s)',
    (insteadOfSpot, wording, mailed) => {
      const { text, mail } = describeCancelled(
        fullRound({ insteadOfSpot }),
        buildReader(),
        'Ann Lee',
      )
      expect(text).toBe(
        `Fourball: Cancelled by Ann: #7 Sat May 30 8:12 AM Shaganappi Point${wording}. https://golf.example/stampede`,
      )
      expect(mail.body).toContain(`${mailed} this tee time in Saturday Stampede on Fourball.`)
    },
  )

  test.each([
    [
      'waiting-list',
      'Waiting list: #7 Sat',
      "The tee time you're waiting for has changed. What's different: ",
    ],
    [
      'reservation',
      'Reserved for you: #7 Sat',
      "The tee time with a spot reserved for you has changed. What's different: ",
    ],
    [null, '#7 Sat', "Your tee time has changed. What's different: "],
  ] as const)(
    'describes a new time (what the golfer has instead of a spot: %s)',
    (insteadOfSpot, wording, mailed) => {
      const was = {
        course: 'Shaganappi Point',
        date: '2026-05-30',
        time: '08:00',
        maxPlayers: 2,
        notes: null,
      }
      const words = describeChanged(fullRound({ insteadOfSpot }), buildReader(), was)
      expect(words?.text).toBe(
        `Fourball: ${wording} May 30 Shaganappi Point: now 8:12 AM (was 8:00). ${CARD_LINK}`,
      )
      expect(words?.mail.body).toContain(mailed)
    },
  )
})

describe('how full a tee time is, for the poster', () => {
  const to = buildReader({ golferId: ANN.id })

  test.each<[Partial<TeeTimeToNotify>, string]>([
    [{ guests: 1 }, '3 of 4 filled (you, Bob, and 1 guest).'],
    [{ guests: 2 }, ' is full: you, Bob, and 2 guests.'],
    // Reserved and offered spots have no player yet.
    [{ openSpots: 0 }, '2 of 4 filled (you and Bob).'],
    [{ players: [ANN], maxPlayers: 2, openSpots: 0, waiting: 1 }, '1 of 2 filled (you).'],
  ])('%j', (overrides, wording) => {
    const { text, mail } = describeSpots(buildRound(overrides), to)
    expect(text).toContain(wording)
    expect(segmentsOf(text)).toBe(1)
    expect(mail.body).toMatch(/spots? (is|are) (open|filled)/)
  })
})
