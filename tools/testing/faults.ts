// A worker loads this module once, so these patches cover all of its test files.
import net from 'node:net'
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

// Every outgoing connection in Node goes through here: http, https, fetch, database drivers.
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const host = outsideHost(args, process.env['DATABASE_URL'])
  if (host === undefined) return Reflect.apply(connect, this, args)
  reachedOut.push(host)
  process.nextTick(() => this.destroy(new Error(`tests do not connect to ${host}`)))
  return this
} as typeof connect

/** Returns and clears the forbidden actions since the last call. */
export function takeFaults(): string[] {
  return [
    ...written.splice(0).map((line) => `wrote to the console: ${line}`),
    ...reachedOut.splice(0).map((host) => `tried to connect to ${host}`),
  ]
}
