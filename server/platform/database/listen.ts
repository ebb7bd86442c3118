import { Client } from 'pg'

/** The channel that the migrations' triggers notify on. */
export const LIVE_CHANNEL = 'fourball_live'

export interface ListenOptions {
  url: string
  channel: string
  onPayload: (payload: string) => void
  /** The connection is (back) up; after a gap, news may have been missed. */
  onConnected: (afterGap: boolean) => void
  onLost?: (error: Error) => void
}

const FIRST_WAIT_MS = 100
const LONGEST_WAIT_MS = 5_000

/** LISTENs over a connection of its own and reconnects for as long as it is not stopped. */
export function listen(options: ListenOptions): { ready: Promise<void>; stop(): Promise<void> } {
  let client: Client | undefined
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wait = FIRST_WAIT_MS
  let connectedBefore = false
  let announce: () => void = () => {}
  const ready = new Promise<void>((resolve) => {
    announce = resolve
  })

  async function open(): Promise<void> {
    const next = new Client({
      connectionString: options.url,
      application_name: 'fourball live',
      keepAlive: true,
    })
    let lost = false
    const onEnd = (error: Error) => {
      if (lost) return
      lost = true
      next.end().catch(() => {})
      if (stopped) return
      options.onLost?.(error)
      timer = setTimeout(open, wait)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    }
    next.on('error', onEnd)
    next.on('end', () => onEnd(new Error('The connection for live news ended')))
    next.on('notification', ({ payload }) => options.onPayload(payload ?? ''))
    client = next
    try {
      await next.connect()
      await next.query(`listen ${next.escapeIdentifier(options.channel)}`)
    } catch (error) {
      onEnd(error instanceof Error ? error : new Error(String(error)))
      return
    }
    if (stopped) return
    wait = FIRST_WAIT_MS
    options.onConnected(connectedBefore)
    connectedBefore = true
    announce()
  }

  void open()
  return {
    ready,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
