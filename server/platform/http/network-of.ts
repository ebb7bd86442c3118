import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** An upper bound for an address with its zone, brackets and port. Characters. */
const LONGEST_ADDRESS = 64

/**
 * Returns the network a request comes from in a canonical form: an IPv4 address, or the first 64 bits
 * of an IPv6 address, because a household owns all addresses in its /64.
 *
 * Behind a trusted proxy, the address is whatever `X-Forwarded-For` says. Text that is not an address
 * must not count as its own network, so the connection's address is used instead.
 */
export function networkOf({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  return networkIn(ip) ?? networkIn(socket.remoteAddress) ?? 'unknown'
}

function networkIn(text: string | undefined): string | undefined {
  if (text === undefined || text.length > LONGEST_ADDRESS) return undefined
  // Some proxies add the port: '203.0.113.7:4711', '[2001:db8::1]:4711'.
  const bare =
    /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? /^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text
  const address = bare.split('%', 1)[0] ?? ''
  // The library also reads '1.2' and '0x7f.1' as IPv4, which no proxy writes.
  if (isIP(address) === 0) return undefined
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const halves = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${halves.join(':')}::/64`
}
