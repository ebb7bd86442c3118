import { lookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const LONGEST = 1_000

/** The range of all public IPv6 addresses (IANA IPv6 Global Unicast Address Assignments). */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3')

/**
 * Returns whether a URL can be a browser's push service. Golfers submit it, so it must point to the
 * public internet.
 * @param loopback also allows this machine, for tests
 */
export function isEndpoint(endpoint: string, loopback: boolean): boolean {
  if (endpoint.length > LONGEST || !URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return false
  if (loopback && protocol === 'http:' && hostname === '127.0.0.1') return true
  if (protocol !== 'https:' || port !== '') return false
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
  return (
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname) && !/\.(local|internal|localhost)$/.test(hostname)
  )
}

/**
 * Returns whether an IP address is not on the public internet: local, private or reserved. IPv6 addresses
 * that embed an IPv4 address count as private too, since the embedded one may be.
 */
export function isPrivate(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return true
  // The library treats ranges it does not know as unicast, such as ::/96 and fe00::/9.
  return parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST)
}

/** Resolves a host name; fails if any address is on a private network. */
export const lookupOutside: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) {
      answer(error ?? new Error(`${hostname} has no address`), '', 0)
      return
    }
    const inside = addresses.some(({ address }) => isPrivate(address))
    if (inside) answer(new Error(`${hostname} resolves to a private network`), '', 0)
    else if (options.all) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}
