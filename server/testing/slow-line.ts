import { once } from 'node:events'
import net from 'node:net'

/** A line to the database that can be cut, and can die without a word. */
export interface SlowLine {
  /** The database's address by this line. */
  url: string
  /** From now on nothing passes on the connections there are, in either direction; new ones work. */
  freeze(): void
  /** Breaks all connections, and new ones at once until it is mended. */
  cut(): void
  /** Breaks all connections, and takes new ones without a word until it is mended. */
  mute(): void
  mend(): void
  close(): Promise<void>
}

/** Opens a line on loopback to the database of this address, by its socket or its port. */
export async function openLine(databaseUrl: string): Promise<SlowLine> {
  const behind = new URL(databaseUrl)
  const port = Number(behind.port || 5432)
  const directory = behind.searchParams.get('host')
  const target =
    directory === null ? { host: behind.hostname, port } : { path: `${directory}/.s.PGSQL.${port}` }
  const lines = new Set<net.Socket>()
  let state: 'open' | 'cut' | 'mute' = 'open'

  const server = net.createServer((near) => {
    if (state === 'cut') near.destroy()
    if (state === 'mute') lines.add(near.on('close', () => lines.delete(near)))
    if (state !== 'open') return
    const far = net.connect(target)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      lines.add(one)
      one.pipe(other)
      one.on('error', () => {})
      one.on('close', () => {
        lines.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as net.AddressInfo

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  url.searchParams.delete('host')
  const breakAll = () => {
    for (const line of lines) line.destroy()
  }
  return {
    url: url.href,
    freeze() {
      for (const line of lines) line.unpipe().pause()
    },
    cut() {
      state = 'cut'
      breakAll()
    },
    mute() {
      state = 'mute'
      breakAll()
    },
    mend() {
      state = 'open'
    },
    async close() {
      breakAll()
      server.close()
      await once(server, 'close')
    },
  }
}
