import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { toast } from '../lib/toast-store.ts'
import { Button } from './Button.tsx'
import { NoticeScreen } from './Notice.tsx'

export const CHECK_CONNECTION = 'Check your connection and try again.'

interface OnDemandProps {
  readonly whileLoading?: ReactNode
  /** Shown if loading fails, instead of a button to try again. */
  readonly afterFailure?: ReactNode
  /** Set for dialogs. If loading fails, the dialog closes and a toast says so. Another tap then retries. */
  readonly onClose?: () => void
}

type PartsOf<Module> = {
  readonly [Name in keyof Module]: Module[Name] extends ComponentType<infer Props extends object>
    ? ReturnType<typeof createPart<Props>>
    : never
}

/**
 * Returns a module's components by name. A component loads the module when it is first rendered. Unlike with
 * `React.lazy`, a failed load can be retried. Destructure the result at module level, because each read of a
 * name creates a new component.
 */
export function onDemand<Module extends object>(
  load: () => Promise<Module>,
  defaults?: OnDemandProps,
): PartsOf<Module> {
  return new Proxy({} as PartsOf<Module>, {
    get: (_, name) =>
      createPart(async () => Reflect.get<object, typeof name>(await load(), name), defaults),
  })
}

/** Like `onDemand`, for screens: shows ScreenWaiting while the module loads. */
export function lazyScreens<Module extends object>(load: () => Promise<Module>): PartsOf<Module> {
  return onDemand(load, { whileLoading: <ScreenWaiting />, afterFailure: <ScreenBroken /> })
}

/** Tracks which on-demand dialog is open. `openerProps` returns the props of a button that opens one. */
export function useDialog() {
  const [currentDialog, setCurrentDialog] = useState<{ readonly preload: () => void }>()
  return {
    currentDialog,
    openerProps: (dialog: NonNullable<typeof currentDialog>) => ({
      onPointerEnter: dialog.preload,
      // A component is a function, so React would take `dialog` itself for an updater and call it.
      onClick: () => setCurrentDialog(() => dialog),
    }),
    close: () => setCurrentDialog(undefined),
  }
}

function createPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  defaults?: OnDemandProps,
) {
  let loadedPart: ComponentType<Props> | undefined
  let partPromise: Promise<ComponentType<Props>> | undefined
  const providedPart = Promise.withResolvers<ComponentType<Props>>()

  function preload(): Promise<ComponentType<Props>> {
    partPromise ??= Promise.race([providedPart.promise, load()]).then(
      (part) => {
        loadedPart = part
        return part
      },
      (error: unknown) => {
        partPromise = undefined
        throw error
      },
    )
    return partPromise
  }

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, at module level.
  function OnDemand(props: Props & OnDemandProps) {
    const { whileLoading = null, afterFailure, ...rest } = { ...defaults, ...props }
    const { onClose } = props
    const [Part, setPart] = useState<ComponentType<Props> | undefined>(() => loadedPart)
    const [hasFailed, setHasFailed] = useState(false)
    useEffect(() => {
      if (Part || hasFailed) return
      let isMounted = true
      const fail = () => {
        if (!isMounted) return
        if (onClose === undefined) return setHasFailed(true)
        onClose()
        const title = 'Failed to Open'
        toast({ title, description: CHECK_CONNECTION, variant: 'destructive' })
      }
      preload().then((part) => isMounted && setPart(() => part), fail)
      return () => {
        isMounted = false
      }
    }, [Part, hasFailed, onClose])
    // `rest` contains only the props of the part.
    if (Part) return <Part {...(rest as unknown as Props)} />
    if (!hasFailed) return whileLoading
    if (afterFailure !== undefined) return afterFailure
    return (
      <div role="alert" className="flex flex-wrap items-center justify-between gap-3 p-4">
        <p className="min-w-0 flex-1 basis-48 text-sm">We couldn't load this. {CHECK_CONNECTION}</p>
        <Button look="outline" onClick={() => setHasFailed(false)}>
          Try Again
        </Button>
      </div>
    )
  }

  return Object.assign(OnDemand, {
    preload: () => void preload().catch(() => undefined),
    /** Resolves when the part has loaded and can be rendered immediately. */
    ready: async () => void (await preload()),
    /** The part's module calls this at its top level, so the part is ready before `import()` resolves. */
    provide: (part: ComponentType<Props>) => {
      loadedPart = part
      providedPart.resolve(part)
    },
  })
}

export function ScreenWaiting() {
  return (
    <main aria-busy className="min-h-dvh">
      <div className="turf h-36" />
      <p className="sr-only">Loading</p>
    </main>
  )
}

export class ErrorBoundary extends Component<{ children: ReactNode }, { hasCrashed: boolean }> {
  override state = { hasCrashed: false }

  static getDerivedStateFromError() {
    return { hasCrashed: true }
  }

  override render() {
    return this.state.hasCrashed ? <ScreenBroken /> : this.props.children
  }
}

function ScreenBroken() {
  return (
    <NoticeScreen
      title="We couldn't load this screen"
      action={<Button onClick={() => window.location.reload()}>Reload</Button>}
    >
      Check your connection, then reload. Nothing you saved is lost.
    </NoticeScreen>
  )
}
