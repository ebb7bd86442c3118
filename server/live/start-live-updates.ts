import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type Listener, listen } from '../platform/database/listen.ts'
import { type EventFeed, eventFeed } from './event-feed.ts'
import { EventRelay } from './relay-events.ts'
import { deleteLiveEvents, LIVE_CHANNEL, SIGNAL_STATEMENT } from './store.ts'

/** Must be called before adding routes. `databaseUrl` must bypass PgBouncer, because the node runs LISTEN. */
export function startLiveUpdates(app: FastifyInstance, ctx: Context, databaseUrl: string) {
  const relay = new EventRelay(ctx, () => feed.catchUp())
  const feed: EventFeed = eventFeed({
    send: (statement) => listener.send(statement),
    onEvents: (events) => relay.handle(events),
    onGap: () => relay.recover(),
    purge: (before) =>
      deleteLiveEvents(ctx.db, before).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'Could not delete old live events'),
      ),
  })
  const listener: Listener = listen({
    url: databaseUrl,
    channel: LIVE_CHANNEL,
    onNotified: () => {
      // If the read fails, the listener replaces its connection.
      if (relay.hasStreams) feed.catchUp().catch(() => {})
    },
    onConnected: async (afterGap) => {
      await feed.start()
      if (afterGap) relay.recover()
    },
    onLost: (error) => {
      feed.pause()
      ctx.log.warn({ err: error }, 'Lost the connection for live updates')
      // Idle connections of the pool may be dead, too, without having reported an error.
      ctx.db.$client.dropIdle()
    },
  })
  const signaler = liveSignaler(() => listener.send({ text: SIGNAL_STATEMENT }), ctx.log)
  app.addHook('onSend', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') signaler.signalSoon()
  })
  app.addHook('onReady', () => listener.ready)
  // The server waits for open connections, so close the streams before it closes.
  app.addHook('preClose', async () => relay.closeAll())
  // The last requests may cause events, so stop signaling only after the server has closed.
  app.addHook('onClose', async () => {
    await signaler.finish()
    feed.stop()
    await listener.stop()
  })
  /** `check` throws while this node receives no live events. */
  return { relay, check: listener.check }
}

/** All calls within this time share a signal, so a busy node sends at most 100 signals a second. */
const COALESCE_MS = 10

/** How long to wait after a failed signal. In the meantime, nodes read events without a signal. */
const PAUSE_AFTER_FAILURE_MS = 1_000

/** Signals new events after the commit: a NOTIFY in the transaction would hold a database-wide lock. */
export function liveSignaler(signal: () => Promise<unknown>, log: FastifyBaseLogger) {
  let isRequested = false
  let signaling: Promise<void> | undefined
  let waitMs = COALESCE_MS

  async function signalWhileRequested(): Promise<void> {
    while (isRequested) {
      await sleep(waitMs, undefined, { ref: false })
      isRequested = false
      try {
        await signal()
        waitMs = COALESCE_MS
      } catch (error) {
        log.warn({ err: error }, 'Could not signal new live events')
        waitMs = PAUSE_AFTER_FAILURE_MS
      }
    }
    signaling = undefined
  }

  return {
    signalSoon(): void {
      isRequested = true
      signaling ??= signalWhileRequested()
    },
    finish: async () => signaling,
  }
}
