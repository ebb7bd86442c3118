import { useSyncExternalStore } from 'react'

/** Returns whether the app is running in a browser; false in the build's prerender and during hydration. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
