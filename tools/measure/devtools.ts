import type { CDPSession } from '@playwright/test'

interface Message {
  readonly id?: number
  readonly sessionId?: string
  readonly method?: string
  readonly params?: unknown
  readonly result?: unknown
  readonly error?: { readonly message: string }
}

/** A session with the browser, a page or a worker, through the Chrome DevTools Protocol. */
export interface Session {
  readonly send: CDPSession['send']
  on(event: string, listener: (params: never) => void): void
  attach(targetId: string): Promise<Session>
}

/**
 * Connects to a browser without Playwright. Playwright always enables the domain Runtime, which makes V8
 * locate each new `Error` in its script. To do so, V8 parses the script again. React creates several errors
 * while it loads. On a slow phone, the parsing would take longer than all other work of loading the scripts.
 * @throws Error if the browser doesn't accept the connection
 */
export async function connectTo(port: number): Promise<Session> {
  const response = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = (await response.json()) as { webSocketDebuggerUrl: string }
  const socket = new WebSocket(webSocketDebuggerUrl)
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true })
    socket.addEventListener('error', () => reject(new Error('The browser refused to connect')))
  })
  const pendingAnswers = new Map<number, (answer: Message) => void>()
  const listeners: ((message: Message) => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id === undefined) for (const listener of listeners) listener(message)
    else pendingAnswers.get(message.id)?.(message)
  })
  let lastId = 0
  const sessionOf = (sessionId?: string): Session => {
    const send = (method: string, params: object = {}) =>
      new Promise<unknown>((resolve, reject) => {
        lastId += 1
        const id = lastId
        pendingAnswers.set(id, ({ result, error }) => {
          pendingAnswers.delete(id)
          if (error === undefined) resolve(result)
          else reject(new Error(`${method}: ${error.message}`))
        })
        socket.send(JSON.stringify({ id, method, params, sessionId }))
      })
    const session: Session = {
      send: send as CDPSession['send'],
      on(event, listener) {
        listeners.push((message) => {
          if (message.sessionId === sessionId && message.method === event)
            listener(message.params as never)
        })
      },
      async attach(targetId) {
        const attached = await session.send('Target.attachToTarget', { targetId, flatten: true })
        return sessionOf(attached.sessionId)
      },
    }
    return session
  }
  return sessionOf()
}
