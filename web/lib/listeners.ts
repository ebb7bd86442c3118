/** Returns functions to add a listener, which in turn returns how to remove it, and to call all listeners. */
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
