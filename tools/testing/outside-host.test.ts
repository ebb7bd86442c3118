import net from 'node:net'
import { expect, test } from 'vitest'
import { outsideHost } from './outside-host.ts'

test.each([
  ['options', [{ host: 'api.open-meteo.com', port: 443 }], 'api.open-meteo.com'],
  ['options as Node passes them on', [[{ host: '198.51.100.7', port: 80 }, null]], '198.51.100.7'],
  ['port and host', [80, 'example.test'], 'example.test'],
  ['port as text', ['80', 'example.test'], 'example.test'],
  ['a name that only looks local', [80, 'localhost.example.test'], 'localhost.example.test'],
  ['no host', [{ port: 80 }], undefined],
  ['a port only', [80], undefined],
  ['a unix socket', [{ path: '/tmp/socket' }], undefined],
  ['a unix socket as text', ['/tmp/socket'], undefined],
  ['IPv4 loopback', [{ host: '127.0.0.1', port: 80 }], undefined],
  ['IPv6 loopback', [{ host: '::1', port: 80 }], undefined],
  ['the database', [{ host: 'db.test', port: 5432 }], undefined],
])('finds the host to connect to: %s', (_, args, expected) => {
  expect(outsideHost(args, 'postgres://golf@db.test/fourball')).toBe(expected)
})

test('allows connections within this machine', async () => {
  const server = net.createServer((socket) => socket.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const text = await new Promise<string>((resolve, reject) => {
    net
      .connect(port, '127.0.0.1')
      .on('data', (data) => resolve(data.toString()))
      .on('error', reject)
  })
  server.close()
  expect(text).toBe('here')
})
