// Runs before every test file: a test that lets an error be written to the console, or reaches out of
// this machine, fails, whatever it asserts.
import net from 'node:net'
import { afterEach } from 'vitest'
import { outsideHost } from './outside-host.ts'

const written: string[] = []
const reachedOut: string[] = []

for (const method of ['error', 'warn'] as const) {
  const original = console[method]
  console[method] = (...parts: unknown[]) => {
    written.push(`console.${method}: ${parts.map(String).join(' ')}`)
    original(...parts)
  }
}

// Every outgoing connection of Node passes here: http, https, fetch, database drivers.
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const host = outsideHost(args, process.env['DATABASE_URL'])
  if (host === undefined) return Reflect.apply(connect, this, args)
  reachedOut.push(host)
  process.nextTick(() => this.destroy(new Error(`tests do not connect to ${host}`)))
  return this
} as typeof connect

afterEach(() => {
  const faults = [
    ...written.splice(0).map((line) => `wrote to the console: ${line}`),
    ...reachedOut.splice(0).map((host) => `tried to connect to ${host}`),
  ]
  if (faults.length > 0) throw new Error(`The test ${faults.join('\nand ')}`)
})
