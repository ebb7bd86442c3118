import { once } from 'node:events'
import net from 'node:net'

export interface ProxyConnection {
  /** PostgreSQL's `application_name`, such as 'fourball live'; empty until the client sends it. */
  readonly application: string
  readonly isOpen: boolean
  /** Drops all data from now on. If one side closes the connection, the other side does not notice. */
  silence(): void
  cut(): void
  /** Delays all data by this many milliseconds; 0 for no delay. */
  slow(delayMs: number): void
}

/** Breaks a connection when its client sends data that `matching` matches. */
export interface Trap {
  readonly matching: RegExp
  /** If given, the trap springs only on a connection that has matched this pattern after the trap was set. */
  readonly after?: RegExp
  /** Whether the server still gets the matching data. The client never gets the response. */
  readonly statement: 'passes' | 'is lost'
  readonly effect: 'silence' | 'cut'
  readonly onSprung?: (connection: ProxyConnection) => void
}

/**
 * A TCP proxy on loopback that breaks connections on command. A silenced connection stays silent, as if a
 * firewall had dropped it, even after {@link heal}.
 */
export interface TcpProxy {
  readonly url: string
  /** Returns the clients' open connections, or only those of one application, oldest first. */
  connections(application?: string): readonly ProxyConnection[]
  /** Drops all data on existing connections, and on new ones until {@link heal}. */
  silence(): void
  /** Closes all connections, and immediately closes new ones until {@link heal}. */
  cut(): void
  /** Until {@link heal}, delays all data by this many milliseconds, even on new connections. */
  slow(delayMs: number): void
  /** Makes new connections work again, ends delays, and removes traps. */
  heal(): void
  /** Sets a trap for the next connection that sends matching data. The trap springs only once. */
  trap(trap: Trap): void
  close(): Promise<void>
}

/**
 * Opens a proxy to a server. The caller must close it.
 * @param serverUrl a URL with a host and port, or a PostgreSQL URL with a socket directory (`?host=/…`)
 */
export async function openTcpProxy(serverUrl: string): Promise<TcpProxy> {
  const target = targetOf(new URL(serverUrl))
  const connections = new Set<Connection>()
  const traps = new Set<Trap>()
  let state: 'open' | 'silent' | 'cut' = 'open'
  let delayMs = 0

  const server = net.createServer((client) => {
    if (state === 'cut') {
      client.on('error', () => {}).destroy()
      return
    }
    const connection = new Connection(client, target, traps, (gone) => connections.delete(gone))
    connection.slow(delayMs)
    connections.add(connection)
    if (state === 'silent') connection.silence()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo

  const url = new URL(serverUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  url.searchParams.delete('host')
  const forEachConnection = (act: (connection: Connection) => void) => {
    for (const connection of [...connections]) act(connection)
  }
  return {
    url: url.href,
    connections: (application) =>
      [...connections].filter(
        (one) => one.isOpen && (application === undefined || one.application === application),
      ),
    silence() {
      state = 'silent'
      forEachConnection((connection) => connection.silence())
    },
    cut() {
      state = 'cut'
      forEachConnection((connection) => connection.cut())
    },
    slow(by) {
      delayMs = by
      forEachConnection((connection) => connection.slow(by))
    },
    heal() {
      state = 'open'
      delayMs = 0
      traps.clear()
      forEachConnection((connection) => connection.slow(0))
    },
    trap: (trap) => {
      traps.add(trap)
    },
    async close() {
      forEachConnection((connection) => connection.cut())
      server.close()
      await once(server, 'close')
    },
  }
}

function targetOf(url: URL): net.NetConnectOpts {
  const port = Number(url.port || 5432)
  const directory = url.searchParams.get('host')
  return directory === null
    ? { host: url.hostname, port }
    : { path: `${directory}/.s.PGSQL.${port}` }
}

/** Only about this many of a client's first bytes are searched for the application name. */
const STARTUP_BYTES = 1_000

class Connection implements ProxyConnection {
  application = ''
  readonly #client: net.Socket
  readonly #server: net.Socket
  readonly #traps: Set<Trap>
  /** The traps whose `after` has matched data from this client. */
  readonly #armed = new WeakSet<Trap>()
  #isSilent = false
  #delayMs = 0
  #startup = ''

  constructor(
    client: net.Socket,
    target: net.NetConnectOpts,
    traps: Set<Trap>,
    onGone: (connection: Connection) => void,
  ) {
    this.#client = client
    this.#server = net.connect(target)
    this.#traps = traps
    client.on('data', (sent) => this.#forward(sent))
    this.#server.on('data', (answer) => this.#pass(answer, client))
    for (const [side, otherSide] of [
      [client, this.#server],
      [this.#server, client],
    ] as const) {
      side.setNoDelay(true)
      side.on('error', () => {})
      side.on('close', () => {
        // On a silent connection, the other side must not notice that this side has closed.
        if (!this.#isSilent) otherSide.destroy()
        if (otherSide.destroyed) onGone(this)
      })
    }
  }

  get isOpen(): boolean {
    return !this.#client.destroyed
  }

  silence(): void {
    this.#isSilent = true
  }

  cut(): void {
    this.#client.destroy()
    this.#server.destroy()
  }

  slow(delayMs: number): void {
    this.#delayMs = delayMs
  }

  #forward(sent: Buffer): void {
    this.#readStartup(sent)
    const text = sent.toString('latin1')
    // Never match the startup message: it contains 'read committed', which a trap for `commit` could match.
    const isStartup = text.includes('application_name\0')
    const sprungTrap = [...this.#traps].find((trap) => !isStartup && this.#springs(trap, text))
    if (sprungTrap === undefined || this.#isSilent) {
      this.#pass(sent, this.#server)
      return
    }
    this.#traps.delete(sprungTrap)
    if (sprungTrap.statement === 'passes') this.#pass(sent, this.#server)
    if (sprungTrap.effect === 'silence') {
      this.silence()
    } else {
      this.#client.destroy()
      // Unlike `destroy`, `end` lets the server get the data first.
      this.#server.end()
    }
    sprungTrap.onSprung?.(this)
  }

  #springs(trap: Trap, text: string): boolean {
    if (trap.after?.test(text)) this.#armed.add(trap)
    return (trap.after === undefined || this.#armed.has(trap)) && trap.matching.test(text)
  }

  #pass(data: Buffer, to: net.Socket): void {
    if (this.#isSilent) return
    if (this.#delayMs === 0) {
      to.write(data)
      return
    }
    setTimeout(() => {
      if (!this.#isSilent && !to.destroyed) to.write(data)
    }, this.#delayMs)
  }

  #readStartup(sent: Buffer): void {
    if (this.application !== '' || this.#startup.length > STARTUP_BYTES) return
    this.#startup += sent.toString('latin1')
    this.application = /application_name\0([^\0]*)\0/.exec(this.#startup)?.[1] ?? ''
  }
}
