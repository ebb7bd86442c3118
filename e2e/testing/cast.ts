import { FORECAST_DAYS } from '../../contract/limits.ts'
import type { TestGolfer, TestGroup } from '../../server/testing/factories.ts'
import { DEMO_GOLFERS } from '../../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SUPER_ADMIN } from '../../tools/demo/seed-demo.ts'
import type { House } from './house.ts'
import { dateIn } from './screen-parts.ts'

/** Who and what the screens show. */
export interface Cast {
  /** The demo group's owner, and a member with spots to claim. */
  readonly member: { readonly session: string }
  readonly claimer: { readonly session: string }
  readonly superAdmin: { readonly session: string }
  readonly loner: TestGolfer
  readonly empty: TestGroup
  readonly long: TestGroup
}

/** Makes the groups that the demo lacks. */
export async function castOf({ server, make }: House): Promise<Cast> {
  const logIn = async ({ email }: { readonly email: string }) => {
    const answer = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
    const { sessionId } = answer.body as { sessionId: string }
    return { session: sessionId }
  }
  const [member, claimer] = [await logIn(DEMO_GOLFERS[0]), await logIn(DEMO_GOLFERS[2])]
  const superAdmin = await logIn({ email: DEMO_SUPER_ADMIN })
  const loner = await make.golfer({ name: 'Lone Wolf' })
  const empty = await make.group({ name: 'Tuesday Twilight', slug: 'tuesday-twilight' })
  return { member, claimer, superAdmin, loner, empty, long: await longNames(make) }
}

/** Everything as long as the contract allows, with and without a place to break. */
async function longNames(make: House['make']): Promise<TestGroup> {
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
