/** Measures the longest pause between ticks. Points in time are values of `performance.now()`. */
export class LongestGap {
  #since = performance.now()
  #longest = 0
  /** The time of the last tick; 0 before the first one. */
  tickedAt = 0

  tick(): void {
    this.#longest = this.longestMs()
    this.#since = performance.now()
    this.tickedAt = this.#since
  }

  reset(): void {
    this.#since = performance.now()
    this.#longest = 0
  }

  /** Returns the longest pause since the last reset(), including the current one, in milliseconds. */
  longestMs(): number {
    return Math.max(this.#longest, performance.now() - this.#since)
  }
}
