import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import {
  describeChanged,
  describeDelayed,
  describeLate,
  describeWeather,
  describeZoneChange,
} from './describe-changed.ts'
import {
  describeOffer,
  describeOfferExpired,
  describeOpenSpot,
  describePosted,
  describeReserved,
  describeSpotFromWaitingList,
} from './describe-offers.ts'
import {
  describeCancelled,
  describeCutOff,
  describeLastCall,
  describeReminder,
  describeSpotCovered,
  describeSpots,
} from './describe-round.ts'
import { buildReader, buildRound } from './testing/rounds.ts'

const NAME = 'Maximiliana-Bartholomea Longname'
const players = Array.from({ length: 6 }, (_, n) => ({ id: n + 3, name: NAME }))

/** All input is as long as possible, and the course and the reader are in different time zones. */
test.each([
  ['nothing', null, 'https://golf.example'],
  ['a place on the waiting list', 'waiting-list', 'https://teetimes.foothills-golf.example'],
  ['a reserved spot', 'reservation', 'https://golf.example'],
] as const)(
  'fits texts for a golfer with %s in one segment, however long the names are',
  (_, insteadOfSpot, site) => {
    const to = buildReader({ timeZone: 'America/St_Johns', link: (path) => `${site}${path}` })
    const round = buildRound({
      number: 1234,
      course: 'W'.repeat(100),
      zone: 'Australia/Lord_Howe',
      time: '12:45',
      slug: 's'.repeat(30),
      groupName: 'W'.repeat(50),
      creatorName: NAME,
      notes: 'Bring a rake',
      maxPlayers: 8,
      waiting: 3,
      openSpots: 0,
      guests: 1,
      cancelHours: 168,
      players,
      insteadOfSpot,
    })
    const was = { course: 'M'.repeat(100), date: '2026-05-29', time: '08:12', maxPlayers: 4 }
    const until = new Date('2026-05-31T02:15:00Z')
    const cutOff = { ...round, date: '2026-05-23' }
    const oldTimes = { [round.id]: '11:50' }
    const texts = [
      describeOffer(round, to, until),
      describeReserved(round, to, until),
      describeSpotFromWaitingList(round, to),
      describeOfferExpired(round, to),
      describeLate(round, to, NAME, 30),
      describeDelayed([round], to, oldTimes),
      describeDelayed([round, round], to, oldTimes),
      describeDelayed([round, round, round, round, round, round], to, oldTimes),
      describeWeather(round, to, { rain: 100, wind: 120, cold: -30 }),
      describeChanged(round, to, { ...was, notes: null, cancelHours: null }),
      describeChanged(round, to, { ...round, date: was.date, time: was.time }),
      describeChanged(round, to, { ...round, course: was.course }),
      describeZoneChange([round, round], to),
      describePosted([round], to),
      describePosted([round, round], to),
      describePosted([round, round, round, { ...round, date: '2026-12-30' }], to),
      describeOpenSpot(round, to),
      describeCancelled(round, to, NAME),
      describeReminder(round, to, 'evening'),
      describeSpots(round, to),
      describeCutOff(round, to, cutOff),
      describeCutOff({ ...round, openSpots: 1 }, to, cutOff),
      describeLastCall(round, to, cutOff),
      describeSpotCovered(round, to, NAME),
    ].map((words) => words?.text ?? '')
    expect(texts.filter((text) => segmentsOf(text) !== 1)).toEqual([])
  },
)
