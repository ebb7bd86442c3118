import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chapter } from '../attack-target.ts'

const CLIENTS = 300
/** The time limit for the app to drop slow requests. The app checks its own limit of 10 s every 5 s. */
const DROPPED_WITHIN_MS = 20_000

export const SLOW_CLIENTS: Chapter = {
  name: 'slow-clients',
  async run(target) {
    const server = await target.server({ DATABASE_URL: await target.database() })
    const { hostname, port } = new URL(server.url)
    const requestStarts: [string, string][] = [
      ['send headers one byte at a time', 'GET / HTTP/1.1\r\nhost: localhost\r\nx-slow: '],
      [
        'send a body one byte at a time',
        'POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"',
      ],
    ]
    for (const [name, start] of requestStarts) {
      await target.attack(name, async (count) => {
        const open = new Set<Socket>()
        for (let n = 0; n < CLIENTS; n += 1) {
          const socket = connect(Number(port), hostname)
          open.add(socket)
          socket.on('error', () => {})
          socket.on('close', () => open.delete(socket))
          // Without reading the response, the client never notices that the socket was closed.
          socket.resume()
          socket.write(start)
          count.tries += 1
        }
        let slowest = 0
        const end = performance.now() + DROPPED_WITHIN_MS
        while (performance.now() < end && open.size > 0) {
          for (const socket of open) if (socket.writable) socket.write('x')
          const before = performance.now()
          const { status } = await server.phone().get('/healthz')
          slowest = Math.max(slowest, performance.now() - before)
          if (status !== 200) return `others got ${status}`
          await sleep(500)
        }
        const stillOpen = open.size
        for (const socket of open) socket.destroy()
        if (stillOpen > 0)
          return `${stillOpen} are still connected after ${DROPPED_WITHIN_MS / 1_000} seconds`
        return slowest > 3_000 ? `others waited ${Math.round(slowest)} ms` : undefined
      })
    }
  },
}
