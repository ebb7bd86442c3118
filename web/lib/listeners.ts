/**
 * Returns `subscribe`, which adds a listener and returns a function that removes it, and `announce`, which
 * calls all listeners.
 */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    announce: (): void => {
      for (const listener of [...listeners]) listener()
    },
  }
}
