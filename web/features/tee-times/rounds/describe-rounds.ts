import type { MyRound, SeasonGolfer } from '../../../../contract/rounds.ts'
import { plural } from '../../../lib/counts.ts'

const orList = new Intl.ListFormat('en-US', { type: 'disjunction' })
const andList = new Intl.ListFormat('en-US', { type: 'conjunction' })

export function countGuests(guests: number): string {
  return guests === 1 ? 'Brought a guest' : `Brought ${plural(guests, 'guest')}`
}

/** Lists golfers whose turn it is: 'you, Casey Whitfield, or Bo Li'. */
export function describeTurn(golfers: readonly SeasonGolfer[], me: number | undefined): string {
  const others = golfers.filter(({ id }) => id !== me).map(({ name }) => name)
  return orList.format(others.length < golfers.length ? ['you', ...others] : others)
}

/** Describes who else played: 'With Casey Whitfield and Dave (guest)'. */
export function describePlayedWith({
  players,
  guests,
}: Pick<MyRound, 'players' | 'guests'>): string {
  const company = [...players, ...guests.map((name) => `${name} (guest)`)]
  return company.length === 0 ? 'On your own' : `With ${andList.format(company)}`
}
