declare const proven: unique symbol

/** The job that posts due recurring tee times in all groups. It acts for no golfer. */
export interface Secretary {
  readonly [proven]: 'Secretary'
}

/** Returns the marker for that job. */
export function secretaryOfJob(): Secretary {
  return {} as Secretary
}
