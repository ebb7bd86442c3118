declare const proven: unique symbol

/** Acts for no golfer: looks through all groups for standing tee times whose day has come. */
export interface Secretary {
  readonly [proven]: 'Secretary'
}

/** The mint for the job that posts them. */
export function secretaryOfJob(): Secretary {
  return {} as Secretary
}
