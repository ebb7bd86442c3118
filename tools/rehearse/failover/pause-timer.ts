/** Measures the longest time between two ticks. Times are `performance.now()`, in milliseconds. */
export class LongestGap {
  #since = performance.now()
  #longest = 0
  /** When it last ticked; 0 before the first time. */
  tickedAt = 0

  tick(): void {
    this.#longest = this.longestMs()
    this.#since = performance.now()
    this.tickedAt = this.#since
  }

  /** Starts again, as if it had ticked now. */
  mark(): void {
    this.#since = performance.now()
    this.#longest = 0
  }

  /** Returns the longest pause since the last mark. The current one counts too. */
  longestMs(): number {
    return Math.max(this.#longest, performance.now() - this.#since)
  }
}
