import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
  /** By name in lower case; folded lines joined. */
  headers: Map<string, string>
}

export interface StandIn {
  /** For SMTP_URL. */
  url: string
  taken: TakenMail[]
  /** How many connections were opened so far. */
  connections(): number
  close(): Promise<void>
}

/** A real SMTP server on a free port of loopback that takes everything, but for what `options` say. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<StandIn> {
  const taken: TakenMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connections += 1
      done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(parts).toString('utf8')
        taken.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          headers: headersOf(raw),
        })
        done()
      })
    },
    ...options,
  })
  // A client that gives up in the middle is what some tests are about.
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    url: urlOf(listening.address()),
    taken,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Takes connections and never says a word. */
export async function startMuteServer(): Promise<StandIn> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server.address()),
    taken: [],
    connections: () => sockets.length,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a port that nobody listens on. */
export async function addressOfNobody(): Promise<string> {
  const server = await startMuteServer()
  await server.close()
  return server.url
}

function urlOf(address: unknown): string {
  const port =
    typeof address === 'object' && address !== null && 'port' in address ? address.port : undefined
  return `smtp://127.0.0.1:${String(port)}`
}

function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split('\r\n\r\n')
  return new Map(
    head
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line): [string, string] => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
}
