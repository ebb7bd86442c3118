import { type ComponentType, useState } from 'react'
import { onDemand } from '../ui/on-demand.tsx'
import { ScreenBroken } from './Crash.tsx'

/** A screen in a chunk of its own. */
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

/** The turf that every screen begins with, while the rest is on its way. */
export function ScreenWaiting() {
  return (
    <main aria-busy className="min-h-dvh">
      <div className="turf h-36" />
      <p className="sr-only">Loading</p>
    </main>
  )
}
