import { useSyncExternalStore } from 'react'

/** Whether this is drawn in a browser by a running app, not by the build or while it takes over. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
