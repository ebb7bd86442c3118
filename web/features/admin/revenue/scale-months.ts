const STEPS = [1, 2, 5, 10]

/** Returns the chart's maximum: a round amount of whole dollars, in cents, that no bar exceeds. */
export function ceilingOf(amounts: readonly number[]): number {
  const highest = Math.max(100, ...amounts)
  const unit = 10 ** Math.floor(Math.log10(highest))
  return (STEPS.find((step) => step * unit >= highest) ?? 10) * unit
}
