declare const proven: unique symbol

/** Acts for no golfer: keeps the instants of all groups correct when time-zone rules change. */
export interface SystemActor {
  readonly [proven]: 'SystemActor'
}

/** Authorizes the startup of the app, and the daily job. */
export function authorizeSystem(): SystemActor {
  return {} as SystemActor
}
