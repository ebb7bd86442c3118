import { type ComponentType, useEffect, useState } from 'react'

/**
 * Returns a component that is loaded when it is first shown. Unlike with `React.lazy`, a failed load is
 * retried the next time it is shown, and calls `onFailure`.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined

  function preload(): Promise<ComponentType<Props>> {
    loading ??= load().then(
      (part) => {
        loaded = part
        return part
      },
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at module level.
  function OnDemand(props: Props & { onFailure?: () => void; waiting?: React.ReactNode }) {
    const { onFailure, waiting = null, ...rest } = props
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loaded)
    useEffect(() => {
      if (Part) return
      let shown = true
      preload().then(
        (part) => {
          if (shown) setPart(() => part)
        },
        () => {
          if (shown) onFailure?.()
        },
      )
      return () => {
        shown = false
      }
    }, [Part, onFailure])
    // Without our own two, the remaining props are those of the part.
    return Part ? <Part {...(rest as unknown as Props)} /> : waiting
  }

  return Object.assign(OnDemand, {
    preload: () => void preload().catch(() => undefined),
    /** Resolves once the part is loaded and can be shown without waiting. */
    ready: async () => void (await preload()),
  })
}
