import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail {
  from: string
  to: string[]
  raw: string
  /** Values by lower-case header name, with folded lines joined. */
  headers: Map<string, string>
}

export interface SmtpStandIn {
  url: string
  received: ReceivedMail[]
  connectionCount(): number
  close(): Promise<void>
}

/** Starts a real SMTP server on a free loopback port. By default, it accepts every email. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpStandIn> {
  const received: ReceivedMail[] = []
  let connectionCount = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      connectionCount += 1
      done()
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const raw = Buffer.concat(parts).toString('utf8')
        received.push({
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
  // In some tests, the client gives up midway, which is an error for the server.
  server.on('error', () => {})
  const netServer = server.listen(0, '127.0.0.1')
  await once(netServer, 'listening')
  return {
    url: urlOf(netServer.address()),
    received,
    connectionCount: () => connectionCount,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

export async function startMuteServer(): Promise<SmtpStandIn> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server.address()),
    received: [],
    connectionCount: () => sockets.length,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

export async function unusedUrl(): Promise<string> {
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
