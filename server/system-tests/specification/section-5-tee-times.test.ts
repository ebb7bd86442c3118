import { describe, expect, test } from 'vitest'
import { postTeeTimeForm, type TeeTime } from '../../../contract/tee-times.ts'
import { describeForm, refused, setUpFixture } from './testing/form-rules.ts'

const fixture = setUpFixture()
const phone = () => fixture.app.phone(fixture.testGroups.people.creator.session)
const post = (input: object) =>
  phone().post('/api/tee-times', { groupId: fixture.testGroups.own.id, ...input })
/** Returns valid input. The date is in the future: in these tests, today is 2026-06-01. */
const validInput = () => ({ course: 'Lakeview', date: '2026-06-06', time: '08:12' })

describeForm({
  title: 'post tee time',
  form: postTeeTimeForm,
  validInput,
  send: post,
  acceptedStatus: 201,
  rules: [
    ['course, date and time are enough', {}],
    ['no course is refused', { course: undefined }, refused('course')],
    ['an empty course is refused', { course: '' }, refused('course', 'Course is required')],
    ['a course of spaces is refused', { course: '  ' }, refused('course', 'Course is required')],
    ['a course of 100 characters is accepted', { course: 'x'.repeat(100) }],
    ['a course of 101 characters is refused', { course: 'x'.repeat(101) }, refused('course')],
    ['no date is refused', { date: undefined }, refused('date')],
    ['an empty date is refused', { date: '' }, refused('date')],
    ['a date that does not exist is refused', { date: '2026-06-31' }, refused('date')],
    ['a date in another format is refused', { date: '06/06/2026' }, refused('date')],
    ['no time is refused', { time: undefined }, refused('time')],
    ['an empty time is refused', { time: '' }, refused('time')],
    ['a time of 23:59 is accepted', { time: '23:59' }],
    ['a time of 24:00 is refused', { time: '24:00' }, refused('time')],
    ['a 12-hour time is refused', { time: '8:12 AM' }, refused('time')],
    ['no notes are accepted', { notes: undefined }],
    ['notes of null are accepted', { notes: null }],
    ['notes of 500 characters are accepted', { notes: 'x'.repeat(500) }],
    ['notes of 501 characters are refused', { notes: 'x'.repeat(501) }, refused('notes')],
    ['1 player is accepted', { maxPlayers: 1 }],
    ['0 players are refused', { maxPlayers: 0 }, refused('maxPlayers')],
    ['8 players are accepted', { maxPlayers: 8 }],
    ['9 players are refused', { maxPlayers: 9 }, refused('maxPlayers')],
    ['half a player is refused', { maxPlayers: 2.5 }, refused('maxPlayers')],
    ['a number of players in words is refused', { maxPlayers: 'four' }, refused('maxPlayers')],
  ],
})

describe('post tee time: other rules', () => {
  test('post tee time: maxPlayers defaults to 4 and cost to 0', async () => {
    expect((await post(validInput())).body).toMatchObject({ maxPlayers: 4, cost: 0, notes: null })
  })

  test('post tee time: the creator is the signed-in golfer, the group is the given one', async () => {
    const { own, people } = fixture.testGroups
    const answer = await post({ ...validInput(), creatorId: people.creator.id, cost: 0 })
    expect(answer.body).toMatchObject({ creatorId: people.creator.id, groupId: own.id })
  })

  test('post tee time: refused without a user', async () => {
    const answer = await fixture.app
      .phone()
      .post('/api/tee-times', { ...validInput(), groupId: fixture.testGroups.own.id })
    expect(answer.status).toBe(401)
  })

  test.each([
    ['a cost of 0 is accepted', 0, 201],
    ['a negative cost is refused', -1, 400],
    ['half a cent is refused', 0.5, 400],
  ])('post tee time: %s', async (_what, cost, status) => {
    expect((await post({ ...validInput(), cost })).status).toBe(status)
  })

  test.each([
    ['today is accepted', '2026-06-01', '23:00', 201],
    ['yesterday is refused', '2026-05-31', '23:00', 400],
    ['two years ahead is accepted', '2028-05-31', '08:00', 201],
    ['three years ahead is refused', '2029-06-01', '08:00', 400],
  ])('post tee time: %s', async (_what, date, time, status) => {
    expect((await post({ ...validInput(), date, time })).status).toBe(status)
  })
})

test('post tee time: a skipped hour is refused', async () => {
  const { id, owner } = await fixture.make.group({ timeZone: 'America/New_York' })
  const answer = await fixture.app
    .phone(owner.session)
    .post('/api/tee-times', { ...validInput(), groupId: id, date: '2027-03-14', time: '02:30' })
  expect(answer).toMatchObject({ status: 400, body: { fields: { time: expect.any(String) } } })
})

describe('spots', () => {
  const claim = (id: number, session: string) =>
    fixture.app.phone(session).post(`/api/tee-times/${id}/claim`, {})

  test('claim: refuses a golferId of 0 or less', async () => {
    const { id } = (await post(validInput())).body as TeeTime
    for (const golferId of [0, -1]) {
      const answer = await phone().post(`/api/tee-times/${id}/claim`, { golferId })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    }
  })

  test('claim: allows exactly maxPlayers claims', async () => {
    const { people } = fixture.testGroups
    const { id } = (await post({ ...validInput(), maxPlayers: 2 })).body as TeeTime
    for (const one of [people.owner, people.admin]) {
      expect((await claim(id, one.session)).status).toBe(200)
    }
    const answer = await claim(id, people.member.session)
    expect(answer).toMatchObject({ status: 409, body: { code: 'FULL' } })
  })

  test('cancel: allows only the creator', async () => {
    const { people } = fixture.testGroups
    const { id } = (await post(validInput())).body as TeeTime
    for (const one of [people.member, people.admin, people.owner]) {
      const answer = await fixture.app
        .phone(one.session)
        .delete(`/api/tee-times/${id}`, { requesterId: one.id })
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    }
    const answer = await phone().delete(`/api/tee-times/${id}`, { requesterId: people.creator.id })
    expect(answer.status).toBe(200)
  })
})
