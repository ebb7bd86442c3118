import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const LONGEST = 1_000

/** Addresses that are no push service's: this machine, its network, and what is set apart. */
const PRIVATE = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, bits)
for (const [net, bits] of [
  // An IPv4 address that is mapped into IPv6 (::ffff:0:0/96) counts as that address by itself.
  ['::', 96],
  // Ways to write an IPv4 address in it, that of a private network too: NAT64, Teredo and 6to4.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 9],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(net, bits, 'ipv6')

/**
 * Whether a browser's push service can be at an address. Golfers hand it in, so it must lead nowhere
 * but into the open internet.
 * @param loopback also this machine, for tests
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

/** Whether an address is of this machine, its network, or set apart. */
export function isPrivate(address: string, family: number): boolean {
  return PRIVATE.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/** Looks a name up as usual, and refuses one that leads into a private network. */
export const lookupOutside: LookupFunction = (hostname, options, answer) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error !== null || first === undefined) {
      answer(error ?? new Error(`${hostname} has no address`), '', 0)
      return
    }
    const inside = addresses.some(({ address, family }) => isPrivate(address, family))
    if (inside) answer(new Error(`${hostname} leads into a private network`), '', 0)
    else if (options.all) answer(null, addresses)
    else answer(null, first.address, first.family)
  })
}
