import { once } from 'node:events'
import { Connection, destroyConnection, type SessionOptions, sessionConfig } from './connection.ts'

/** Runs `work` on a new connection, and closes the connection when `work` ends or `stopping` aborts. */
export async function withDedicatedConnection(
  session: SessionOptions,
  work: (client: Connection, lost: AbortSignal) => Promise<void>,
  stopping?: AbortSignal,
): Promise<void> {
  const client = new Connection(sessionConfig(session))
  const lost = new AbortController()
  client.on('error', (error) => lost.abort(error))
  client.on('end', () => lost.abort(new Error(`The connection of '${session.name}' ended`)))
  const close = () => client.end().catch(() => {})
  stopping?.addEventListener('abort', close)
  try {
    // If the connection is closed while it is being opened, the driver never settles `connect`.
    await Promise.race([client.connect(), once(lost.signal, 'abort')])
    lost.signal.throwIfAborted()
    await work(client, lost.signal)
    lost.signal.throwIfAborted()
  } catch (error) {
    // The server may no longer respond, so closing the connection in an orderly way could take a while.
    if (!stopping?.aborted) destroyConnection(client, error)
    throw lost.signal.aborted ? lost.signal.reason : error
  } finally {
    stopping?.removeEventListener('abort', close)
    await close()
  }
}
