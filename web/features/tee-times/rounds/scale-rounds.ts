const STEPS = [2, 4, 10]

/** Returns the chart's maximum: an even round number that no bar exceeds. Half of it must be an integer. */
export function ceilingOf(rounds: readonly number[]): number {
  const highest = Math.max(2, ...rounds)
  const unit = 10 ** Math.max(0, Math.ceil(Math.log10(highest)) - 1)
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
