declare const proven: unique symbol

/** Acts for no golfer: keeps the instants of all groups right when the rules of time zones change. */
export interface SystemActor {
  readonly [proven]: 'SystemActor'
}

/** Authorizes the start of the app, and the job that looks again. */
export function authorizeSystem(): SystemActor {
  return {} as SystemActor
}
