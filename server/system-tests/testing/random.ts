/** Random choices that are the same for the same seed, so that a failure can be reproduced. */
export interface Random {
  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
  shuffled<T>(items: readonly T[]): T[]
}

export function randomFrom(seed: number): Random {
  let state = seed
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  return {
    below,
    pick: <T>(from: readonly T[]) => from[below(from.length)] as T,
    chance: (percent) => below(100) < percent,
    shuffled: (items) =>
      items
        .map((item) => ({ item, at: below(2 ** 31) }))
        .sort((one, other) => one.at - other.at)
        .map(({ item }) => item),
  }
}
