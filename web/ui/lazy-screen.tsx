import { type ComponentType, useState } from 'react'
import { ScreenBroken } from './Crash.tsx'
import { onDemand } from './on-demand.tsx'

/** Returns a screen that is loaded from its own chunk. */
export function lazyScreen<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = onDemand(load)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each screen, at module level.
  function LazyScreen(props: Props) {
    const [failed, setFailed] = useState(false)
    if (failed) return <ScreenBroken />
    return <Part {...props} waiting={<ScreenWaiting />} onFailure={() => setFailed(true)} />
  }

  return Object.assign(LazyScreen, { preload: Part.preload, ready: Part.ready })
}

/** Shows the turf at the top of every screen while the rest is loading. */
export function ScreenWaiting() {
  return (
    <main aria-busy className="min-h-dvh">
      <div className="turf h-36" />
      <p className="sr-only">Loading</p>
    </main>
  )
}
