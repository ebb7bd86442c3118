import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Chapter } from '../attack-target.ts'

const CLIENTS = 300
/** The time limit for the app to drop slow requests. The app checks its own limit of 10 s every 5 s. */
const DROPPED_WITHIN_MS = 20_000

export const SLOW_CLIENTS: Chapter = {
  name: 'slow-clients',
  async run(target) {
    const server = await target.startServer({ DATABASE_URL: await target.createDatabase() })
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
        const openSockets = new Set<Socket>()
        for (let n = 0; n < CLIENTS; n += 1) {
          const socket = connect(Number(port), hostname)
          openSockets.add(socket)
          socket.on('error', () => {})
          socket.on('close', () => openSockets.delete(socket))
          // Read the response. Otherwise, the client never notices that the app closed the socket.
          socket.resume()
          socket.write(start)
          count.tries += 1
        }
        let slowestMs = 0
        const end = performance.now() + DROPPED_WITHIN_MS
        while (performance.now() < end && openSockets.size > 0) {
          for (const socket of openSockets) if (socket.writable) socket.write('x')
          const sentAt = performance.now()
          const { status } = await server.phone().get('/healthz')
          slowestMs = Math.max(slowestMs, performance.now() - sentAt)
          if (status !== 200) return `others got ${status}`
          await sleep(500)
        }
        const stillOpen = openSockets.size
        for (const socket of openSockets) socket.destroy()
        if (stillOpen > 0)
          return `${stillOpen} are still connected after ${DROPPED_WITHIN_MS / 1_000} seconds`
        return slowestMs > 3_000 ? `others waited ${Math.round(slowestMs)} ms` : undefined
      })
    }
  },
}
