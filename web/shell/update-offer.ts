const LOOK_EVERY_MS = 30 * 60_000
const ANSWER_MS = 3_000

/** What of a service worker's registration an offer depends on. */
export interface Waiting {
  postMessage(message: unknown, transfer?: Transferable[]): void
}

/**
 * Whether a version that waits is another than this page's. A page that was loaded after the new
 * version came has it already.
 * @param entry the path of the page's own script
 */
export async function isNews(waiting: Waiting, entry: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<unknown>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data)
    setTimeout(() => resolve(false), ANSWER_MS)
  })
  waiting.postMessage({ type: 'is-yours', file: entry }, [port2])
  const isPagesOwn = await answer
  port1.close()
  return isPagesOwn !== true
}

/**
 * Installs the app's service worker and calls back once a version waits that this page does not have.
 * The answered function looks no further.
 */
export function watchForUpdates(onReady: (takeOver: () => void) => void): () => void {
  const { serviceWorker } = navigator
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  // Development has no service worker, and private windows of some browsers neither.
  if (!import.meta.env.PROD || serviceWorker === undefined || entry === null) return () => undefined
  const ended = new AbortController()
  const { signal } = ended

  const offer = async (waiting: ServiceWorker) => {
    if (serviceWorker.controller === null) return
    const isNew = await isNews(waiting, new URL(entry.src).pathname)
    if (isNew && !signal.aborted) onReady(() => reloadWith(waiting))
  }
  const follow = (registration: ServiceWorkerRegistration) => {
    if (registration.waiting) void offer(registration.waiting)
    registration.addEventListener(
      'updatefound',
      () => {
        const { installing } = registration
        installing?.addEventListener('statechange', () => {
          if (installing.state === 'installed') void offer(installing)
        })
      },
      { signal },
    )
    const look = () => {
      if (navigator.onLine && document.visibilityState === 'visible') {
        registration.update().catch(() => undefined)
      }
    }
    const timer = setInterval(look, LOOK_EVERY_MS)
    signal.addEventListener('abort', () => clearInterval(timer))
    document.addEventListener('visibilitychange', look, { signal })
  }
  serviceWorker.register('/sw.js', { updateViaCache: 'none' }).then(
    (registration) => {
      if (!signal.aborted) follow(registration)
    },
    // Without it the app is as it was: it needs a connection.
    () => undefined,
  )
  return () => ended.abort()
}

function reloadWith(waiting: ServiceWorker): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
    once: true,
  })
  // Another page has let it take over already.
  if (waiting.state === 'activated') window.location.reload()
  else waiting.postMessage({ type: 'take-over' })
}
