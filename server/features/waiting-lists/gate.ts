declare const proven: unique symbol

/** Acts for no golfer: seats and offers by the order of a line. */
export interface Usher {
  readonly [proven]: 'Usher'
}

/** The mint for the jobs that settle lines. */
export function usherOfJob(): Usher {
  return {} as Usher
}
