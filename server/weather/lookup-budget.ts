import { LruMap } from 'toad-cache'

const WINDOW_MS = 10 * 60_000
/** How many golfers and groups are tracked at a time. */
const KEPT = 5_000

/**
 * The most lookups of unknown places in ten minutes on each node. All golfers share a budget for what they
 * type. The tee times that groups have posted have budgets of their own, so that their weather is available
 * even when somebody has used up the shared one.
 */
const MOST_OF_GOLFER = 60
const MOST_OF_ALL = 300
const MOST_OF_GROUP = 120
const MOST_OF_GROUPS = 600

/** The golfer and group that cause a lookup. */
export interface LookupCaller {
  readonly golferId: number | undefined
  /** The group that the place may belong to. */
  readonly groupId: number | undefined
  /** Called only when the golfers' budget is used up. */
  readonly isOfGroup: () => Promise<boolean>
}

interface Count {
  used: number
  readonly since: number
}

/** Limits requests to the provider of places. Use one per process. */
export class LookupBudget {
  readonly #counts = new LruMap<Count>(KEPT)

  /** Returns whether another lookup is allowed now, and counts it. */
  async take({ golferId, groupId, isOfGroup }: LookupCaller, now: Date): Promise<boolean> {
    const at = now.getTime()
    const golfer = `golfer ${golferId}`
    if (this.#has(golfer, MOST_OF_GOLFER, at) && this.#has('golfers', MOST_OF_ALL, at)) {
      this.#count(golfer, at)
      this.#count('golfers', at)
      return true
    }
    const group = `group ${groupId}`
    if (!this.#has(group, MOST_OF_GROUP, at) || !this.#has('groups', MOST_OF_GROUPS, at))
      return false
    if (!(await isOfGroup())) return false
    this.#count(group, at)
    this.#count('groups', at)
    return true
  }

  #has(key: string, most: number, at: number): boolean {
    const count = this.#counts.get(key)
    return count === undefined || at - count.since >= WINDOW_MS || count.used < most
  }

  #count(key: string, at: number): void {
    const count = this.#counts.get(key)
    if (count === undefined || at - count.since >= WINDOW_MS) {
      this.#counts.set(key, { used: 1, since: at })
    } else {
      count.used += 1
    }
  }
}
