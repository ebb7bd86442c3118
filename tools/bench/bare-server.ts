/**
 * Serves the floor's claim (see floor.ts) from a minimal HTTP server. This measures the cost of HTTP without
 * sessions, rules, or cards.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Pool } from 'pg'
import { POOL_SIZE } from '../../server/platform/database/database.ts'
import { claimSpot } from './floor.ts'

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE })
const server = createServer(async (request, response) => {
  const [teeTimeId, golferId] = (request.url ?? '').slice(1).split('/').map(Number)
  await claimSpot(pool, Number(teeTimeId), Number(golferId))
  response.setHeader('content-type', 'application/json').end('{"outcome":"claimed"}')
})
server.listen(0, '127.0.0.1', () => {
  process.send?.((server.address() as AddressInfo).port)
})
