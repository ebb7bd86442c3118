import { useSyncExternalStore } from 'react'

/** Returns whether the app is running in a browser; false in the build's prerender and during hydration. */
export function useAwake(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
