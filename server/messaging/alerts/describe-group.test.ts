import { expect, test } from 'vitest'
import { segmentsOf } from '../../providers/texts/texts.ts'
import {
  describeAdded,
  describeJoinRequest,
  describeOwnership,
  describeTrialEnd,
} from './describe-group.ts'
import { expectHarmless } from './testing/expect-harmless.ts'
import { buildGroup, buildReader, HOSTILE_INPUTS } from './testing/rounds.ts'

const group = buildGroup()
const to = buildReader()
const inSevenDays = new Date('2026-06-05T20:00:00Z')
const lastMonth = new Date('2026-05-01T19:00:00Z')
const inOneDay = new Date('2026-05-30T19:00:00Z')

test.each([
  [
    describeAdded(group, to, 'added', 'Ann Lee'),
    'Ann Lee added you to Saturday Stampede. See the tee times: https://golf.example/stampede',
    "You're now in Saturday Stampede on Fourball",
  ],
  [
    describeAdded(group, to, 'accepted', 'Ann Lee'),
    'Ann Lee approved your request to join Saturday Stampede. See the tee times: https://golf.example/stampede',
    "You're now in Saturday Stampede on Fourball",
  ],
  [
    describeAdded(group, to, 'accepted', undefined),
    "You're now in Saturday Stampede. See the tee times: https://golf.example/stampede",
    "You're now in Saturday Stampede on Fourball",
  ],
  [
    describeAdded(group, to, 'created', 'Root'),
    "The Fourball team set up Saturday Stampede for you. You're the owner. See the tee times: https://golf.example/stampede",
    'Saturday Stampede is on Fourball',
  ],
  [
    describeJoinRequest(group, to, ['Dan Roe']),
    'Dan Roe wants to join Saturday Stampede. Respond here: https://golf.example/stampede/members',
    'Dan Roe wants to join Saturday Stampede',
  ],
  [
    describeJoinRequest(group, to, ['Dan Roe', 'Eve Fox', 'Flo Day']),
    'Dan Roe and 2 others want to join Saturday Stampede. Respond here: https://golf.example/stampede/members',
    'Dan Roe and 2 others want to join Saturday Stampede',
  ],
  [
    describeOwnership(group, to, 'Ann Lee'),
    'Ann Lee made you the owner of Saturday Stampede. https://golf.example/stampede',
    'You now own Saturday Stampede on Fourball',
  ],
  [
    describeOwnership(buildGroup({ expiryDate: inSevenDays }), to, 'Ann Lee'),
    'Ann Lee made you the owner of Saturday Stampede. Its trial ends Jun 5, 2026. Subscribe: https://golf.example/stampede/subscribe',
    'You now own Saturday Stampede on Fourball',
  ],
  [
    describeOwnership(
      buildGroup({ expiryDate: inSevenDays, subscriptionStatus: 'active' }),
      to,
      'Ann Lee',
    ),
    'Ann Lee made you the owner of Saturday Stampede. Paid until Jun 5, 2026. To keep it going, subscribe: https://golf.example/stampede/subscribe',
    'You now own Saturday Stampede on Fourball',
  ],
  [
    describeOwnership(
      buildGroup({ expiryDate: lastMonth, subscriptionStatus: 'expired' }),
      to,
      undefined,
    ),
    "You now own Saturday Stampede. It's paused. Subscribe: https://golf.example/stampede/subscribe",
    'You now own Saturday Stampede on Fourball',
  ],
  [
    describeTrialEnd(buildGroup({ subscriptionStatus: 'active' }), to, inSevenDays),
    'The subscription for Saturday Stampede ends in 7 days, on Fri Jun 5. Pay to keep posting tee times: https://golf.example/stampede/subscribe',
    'The subscription for Saturday Stampede ends in 7 days',
  ],
  [
    describeTrialEnd(group, to, inSevenDays),
    'The trial for Saturday Stampede ends in 7 days, on Fri Jun 5. Upgrade to keep posting tee times: https://golf.example/stampede/subscribe',
    'The trial for Saturday Stampede ends in 7 days',
  ],
  [
    describeTrialEnd(group, to, inOneDay),
    'The trial for Saturday Stampede ends in 1 day, on Sat May 30. Upgrade to keep posting tee times: https://golf.example/stampede/subscribe',
    'The trial for Saturday Stampede ends in 1 day',
  ],
])('writes the text and the subject of message %#', ({ text, mail }, sentence, subject) => {
  expect(text).toBe(`Fourball: ${sentence}`)
  expect(segmentsOf(text)).toBe(1)
  expect(mail.subject).toBe(subject)
  expect(mail.body).toContain("You're getting this email because ")
})

test.each(HOSTILE_INPUTS)('keeps %j as plain text in a name and a group', (hostile) => {
  const hostileGroup = buildGroup({ name: hostile })
  expectHarmless(
    describeAdded(hostileGroup, to, 'added', hostile),
    describeAdded(group, to, 'added', 'Ann'),
  )
  expectHarmless(
    describeJoinRequest(hostileGroup, to, [hostile]),
    describeJoinRequest(group, to, ['Dan Roe']),
  )
  expectHarmless(describeOwnership(hostileGroup, to, hostile), describeOwnership(group, to, 'Ann'))
  expectHarmless(
    describeTrialEnd(hostileGroup, to, inSevenDays),
    describeTrialEnd(group, to, inSevenDays),
  )
})

test('fits texts about a group in one segment, however long the names are', () => {
  const long = buildGroup({ name: 'W'.repeat(50), slug: 's'.repeat(30), expiryDate: inSevenDays })
  const name = 'Maximiliana-Bartholomea Longname'
  const reader = buildReader({ link: (path) => `https://teetimes.foothills-golf.example${path}` })
  const texts = [
    describeAdded(long, reader, 'accepted', name),
    describeJoinRequest(long, reader, [name]),
    describeJoinRequest(long, reader, [name, ...Array.from({ length: 99 }, () => name)]),
    describeOwnership(long, reader, name),
    describeTrialEnd(long, reader, inSevenDays),
  ].map(({ text }) => text)
  expect(texts.filter((text) => segmentsOf(text) !== 1)).toEqual([])
})

test('leaves out a link that does not fit, and the words that introduce it', () => {
  const reader = buildReader({ link: (path) => `https://${'a'.repeat(120)}.example${path}` })
  expect(describeTrialEnd(group, reader, inSevenDays).text).toBe(
    'Fourball: The trial for Saturday Stampede ends in 7 days.',
  )
  expect(describeAdded(group, reader, 'added', 'Ann Lee').text).toBe(
    'Fourball: Ann Lee added you to Saturday Stampede.',
  )
})
