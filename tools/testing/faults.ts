// A Vitest worker loads this module only once, so these patches apply to all of the worker's test files.
import net from 'node:net'
import { outsideHost } from './outside-host.ts'

const consoleLines: string[] = []
const outsideHosts: string[] = []

for (const method of ['error', 'warn'] as const) {
  const original = console[method]
  console[method] = (...parts: unknown[]) => {
    consoleLines.push(`console.${method}: ${parts.map(String).join(' ')}`)
    original(...parts)
  }
}

// All outgoing connections in Node use this method: http, https, fetch and database drivers.
const originalConnect = net.Socket.prototype.connect
net.Socket.prototype.connect = function guarded(this: net.Socket, ...args: unknown[]) {
  const host = outsideHost(args, process.env['DATABASE_URL'])
  if (host === undefined) return Reflect.apply(originalConnect, this, args)
  outsideHosts.push(host)
  process.nextTick(() => this.destroy(new Error(`tests must not connect to ${host}`)))
  return this
} as typeof originalConnect

/** Returns the forbidden actions since the last call of this function. */
export function takeFaults(): string[] {
  return [
    ...consoleLines.splice(0).map((line) => `wrote to the console: ${line}`),
    ...outsideHosts.splice(0).map((host) => `tried to connect to ${host}`),
  ]
}
