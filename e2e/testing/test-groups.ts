import { FORECAST_DAYS } from '../../contract/limits.ts'
import type { TestGolfer, TestGroup } from '../../server/system-tests/testing/factories.ts'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SUPER_ADMIN } from '../../tools/demo/seed-demo.ts'
import { fillDeliveryLog } from './deliveries.ts'
import { fillPayments } from './payments.ts'
import { dateIn, inHours } from './screen-parts.ts'
import type { TestServer } from './test-server.ts'

export interface Cast {
  readonly demoOwner: { readonly session: string }
  /** A member of the demo group who does not play in every tee time, and so can claim spots. */
  readonly demoMember: { readonly session: string }
  readonly superAdmin: { readonly session: string }
  readonly golferWithoutGroup: TestGolfer
  readonly emptyGroup: TestGroup
  readonly longNamesGroup: TestGroup
  /** Full tee times with waiting lists, an offered spot, guests, and reservations. */
  readonly waitingListGroup: TestGroup & { readonly waitingGolfer: TestGolfer }
  /**
   * Tee times with unfilled spots. Some are before their cut-off. Two are past their cut-off and have late
   * withdrawals: one has open spots, and the other has only reserved spots.
   */
  readonly cutOffGroup: TestGroup & { readonly player: TestGolfer }
  readonly invitingGroup: TestGroup & { readonly token: string }
}

export async function createCast(testServer: TestServer): Promise<Cast> {
  const { server, make } = testServer
  const logIn = async ({ email }: { readonly email: string }) => {
    const answer = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
    const { sessionId } = answer.body as { sessionId: string }
    return { session: sessionId }
  }
  const [demoOwner, demoMember] = [await logIn(DEMO_GOLFERS[0]), await logIn(DEMO_GOLFERS[2])]
  const superAdmin = await logIn({ email: DEMO_SUPER_ADMIN })
  const golferWithoutGroup = await make.golfer({ name: 'Lone Wolf' })
  const emptyGroup = await make.group({ name: 'Tuesday Twilight', slug: 'tuesday-twilight' })
  const [longNamesGroup, invitingGroup] = [
    await makeLongNamesGroup(make),
    await makeInvitingGroup(testServer),
  ]
  const waitingListGroup = await makeWaitingListGroup(testServer)
  const cutOffGroup = await makeCutOffGroup(testServer)
  await fillDeliveryLog(testServer, longNamesGroup)
  await fillPayments(testServer, longNamesGroup)
  return {
    demoOwner,
    demoMember,
    superAdmin,
    golferWithoutGroup,
    emptyGroup,
    longNamesGroup,
    waitingListGroup,
    cutOffGroup,
    invitingGroup,
  }
}

/** Creates a group in which all text is as long as the contract allows, with and without spaces. */
async function makeLongNamesGroup(make: TestServer['make']): Promise<TestGroup> {
  const owner = await make.golfer({
    name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100),
    email: `${'wolfeschlegelsteinhausenbergerdorff'.repeat(2).slice(0, 64)}@club.example`,
  })
  const group = await make.group({
    name: 'The Honourable Company of Early Risers and Walkers',
    owner,
  })
  const players = []
  for (const name of [
    'Maximiliana Featherstonehaugh-Cholmondeley of Saint Andrews by the Northern Sea and Elsewhere',
    'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    'Bo Li',
  ]) {
    players.push(await make.member(group, { name }))
  }
  await make.teeTime(group, {
    course: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2).slice(0, 100),
    players: [owner, ...players],
    maxPlayers: 8,
    time: '23:58',
    notes: `${'NoPlaceToBreak'.repeat(12)}\n${'A long note that goes on and on. '.repeat(10)}`,
  })
  await make.teeTime(group, {
    course:
      'The Very Old Links of Saint Andrews by the Northern Sea, Championship Course, Back Tees',
    players: [...players, owner],
    date: dateIn(FORECAST_DAYS + 5),
  })
  return group
}

async function makeWaitingListGroup({
  server,
  make,
}: TestServer): Promise<Cast['waitingListGroup']> {
  const owner = await make.golfer({ name: 'Olive Ortega' })
  const group = await make.group({ name: 'Full House Foursome', slug: 'full-house', owner })
  const players: TestGolfer[] = []
  for (const name of ['Bo Li', 'Cleo Vance', 'Dev Patel']) {
    players.push(await make.member(group, { name }))
  }
  const waitingGolfer = await make.member(group, { name: 'Wanda Walters' })
  const memberWithLongName = await make.member(group, {
    name: 'Maximiliana Featherstonehaugh-Cholmondeley of Saint Andrews by the Northern Sea',
  })
  const [bo = owner, cleo = owner, dev = owner] = players
  const post = async (golfer: TestGolfer, id: number, verb: string, body: unknown = {}) => {
    const { status } = await server.phone(golfer.session).post(`/api/tee-times/${id}/${verb}`, body)
    if (status >= 300) throw new Error(`${verb} returned ${status}`)
  }
  const teeTimeWithOffer = await make.teeTime(group, {
    maxPlayers: 4,
    players: [owner, bo, cleo, dev],
  })
  for (const golfer of [waitingGolfer, memberWithLongName])
    await post(golfer, teeTimeWithOffer.id, 'wait')
  await post(dev, teeTimeWithOffer.id, 'unclaim')
  const fullTeeTime = await make.teeTime(group, {
    course: 'Inglewood',
    maxPlayers: 2,
    players: [owner, bo],
    time: '09:40',
  })
  for (const golfer of [memberWithLongName, waitingGolfer, dev])
    await post(golfer, fullTeeTime.id, 'wait')
  const takenTeeTime = await make.teeTime(group, {
    course: 'Lakeview',
    maxPlayers: 1,
    players: [bo],
    time: '10:20',
  })
  await post(memberWithLongName, takenTeeTime.id, 'wait')
  const teeTimeWithReservation = await make.teeTime(group, {
    course: 'Maple Ridge',
    maxPlayers: 6,
    players: [owner, memberWithLongName],
    time: '11:04',
  })
  await post(memberWithLongName, teeTimeWithReservation.id, 'guests', {
    name: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2),
  })
  await post(owner, teeTimeWithReservation.id, 'guests', { name: 'Dave' })
  await post(owner, teeTimeWithReservation.id, 'holds', {
    name: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    date: dateIn(2),
    time: '18:00',
  })
  return { ...group, waitingGolfer }
}

async function makeCutOffGroup({ server, make }: TestServer): Promise<Cast['cutOffGroup']> {
  const owner = await make.golfer({ name: 'Carla Closing' })
  const group = await make.group({ name: 'Last Call Loop', slug: 'last-call-loop', owner })
  const player = await make.member(group, { name: 'Bo Li' })
  const memberWithLongName = await make.member(group, {
    name: 'Maximiliana Featherstonehaugh-Cholmondeley of Saint Andrews by the Northern Sea',
  })
  const commonFields = { cancelHours: 24, players: [owner, player] }
  const players = [owner, player, memberWithLongName]
  const teeTimePastCutOff = await make.teeTime(group, {
    ...commonFields,
    ...inHours(20),
    course: 'Inglewood',
    players,
  })
  const teeTimeWithReservation = await make.teeTime(group, {
    ...commonFields,
    ...inHours(22),
    course: 'Maple Ridge',
    players,
  })
  const post = async (golfer: TestGolfer, id: number, verb: string, body: unknown = {}) => {
    const { status } = await server.phone(golfer.session).post(`/api/tee-times/${id}/${verb}`, body)
    if (status >= 300) throw new Error(`${verb} returned ${status}`)
  }
  for (const { id } of [teeTimePastCutOff, teeTimeWithReservation])
    await post(memberWithLongName, id, 'unclaim')
  for (const name of ['Dave', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch']) {
    await post(owner, teeTimeWithReservation.id, 'holds', { name, ...inHours(8) })
  }
  await make.teeTime(group, { ...commonFields, ...inHours(40) })
  await make.teeTime(group, { ...commonFields, ...inHours(120), course: 'Lakeview' })
  return { ...group, player }
}

async function makeInvitingGroup({ server, make }: TestServer): Promise<Cast['invitingGroup']> {
  const owner = await make.golfer({ name: 'Ines Inviting' })
  const group = await make.group({
    name: 'Wednesday Wanderers',
    slug: 'wednesday-wanderers',
    owner,
  })
  await make.member(group, { name: 'Adam Admin', isAdmin: true })
  const link = await server.phone(owner.session).post(`/api/groups/${group.id}/invite-links`)
  const { token } = link.body as { token: string }
  for (const name of ['Quinn Keen', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch']) {
    await server.phone().post(`/api/invites/${token}/requests`, {
      name,
      email: `${name.replace(' ', '.').toLowerCase().slice(0, 60)}@club.example`,
      phone: '403-555-0177',
    })
  }
  return { ...group, token }
}
