const CHECK_EVERY_MS = 30 * 60_000
const REPLY_TIMEOUT_MS = 3_000
/** How long to delay the installation. It downloads the whole app, which would slow down the first screen. */
const INSTALL_AFTER_MS = 2_000

/** What a page sends to the service worker. The two may be of different versions of the app. */
export type PageMessage =
  | { readonly type: 'take-over' }
  | { readonly type: 'is-yours'; readonly file: string }

interface WaitingWorker {
  postMessage(message: PageMessage, transfer?: Transferable[]): void
}

/**
 * Returns whether a waiting version differs from the one that this page runs. A page that was loaded after
 * the release already runs the new version. A version that doesn't reply counts as new.
 * @param entry the path of the page's own script
 */
export async function isNewVersion(waiting: WaitingWorker, entry: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data)
    setTimeout(() => resolve(false), REPLY_TIMEOUT_MS)
  })
  waiting.postMessage({ type: 'is-yours', file: entry }, [port2])
  const runsInPage = await answer
  port1.close()
  return runsInPage !== true
}

/**
 * Installs the service worker, and calls `onReady` when a version that this page doesn't run yet is waiting.
 * Returns a function that stops watching.
 */
export function watchForUpdates(onReady: (takeOver: () => void) => void): () => void {
  const { serviceWorker } = navigator
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  // Development has no service worker, and neither do private windows of some browsers.
  if (!import.meta.env.PROD || serviceWorker === undefined || entry === null) return () => undefined
  const stopping = new AbortController()
  const { signal } = stopping

  const offer = async (waiting: ServiceWorker) => {
    if (serviceWorker.controller === null) return
    const isNew = await isNewVersion(waiting, new URL(entry.src).pathname)
    if (isNew && !signal.aborted) onReady(() => reloadWith(waiting))
  }
  const install = async () => {
    const registration = await serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      // Without a service worker, the app still works, but only with a connection.
      .catch(() => undefined)
    if (registration === undefined || signal.aborted) return
    if (registration.waiting) void offer(registration.waiting)
    const watchInstalling = () => {
      const { installing } = registration
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed') void offer(installing)
      })
    }
    const check = () => {
      if (navigator.onLine && document.visibilityState === 'visible') {
        registration.update().catch(() => undefined)
      }
    }
    const timer = setInterval(check, CHECK_EVERY_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
    registration.addEventListener('updatefound', watchInstalling, { signal })
    document.addEventListener('visibilitychange', check, { signal })
  }
  const installTimer = setTimeout(install, INSTALL_AFTER_MS)
  signal.addEventListener('abort', () => clearTimeout(installTimer))
  return () => stopping.abort()
}

function reloadWith(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  })
  // Another page may already have made the waiting version take over.
  if (waiting.state === 'activated') window.location.reload()
  else waiting.postMessage({ type: 'take-over' })
}
