const STEPS = [2, 4, 10]

/** A round number that no bar stands above, even, so that half of it is a number of rounds too. */
export function ceilingOf(rounds: readonly number[]): number {
  const highest = Math.max(2, ...rounds)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(highest)) - 1)
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
