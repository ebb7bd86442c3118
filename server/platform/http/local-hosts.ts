import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type Config, isLoopback } from '../config.ts'
import { AppError } from '../errors.ts'

/**
 * In local mode, refuses requests whose `Host` is not this machine's own name. There the outbox and
 * the demo are open to anyone on this machine, so a web page anywhere could read them by having its
 * own name resolve to 127.0.0.1 (DNS rebinding).
 *
 * PUBLIC_URL's host is accepted too. With a `HOST` that others can reach, so is any IP address: a
 * page cannot rebind an address. Production accepts any name: nothing there depends on it.
 */
export function acceptOnlyLocalHosts(
  app: FastifyInstance,
  { production, host, publicUrl }: Pick<Config, 'production' | 'host' | 'publicUrl'>,
): void {
  if (production) return
  const publicName = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  const acceptsAddresses = !isLoopback(host)
  const accepts = (host: string | undefined): boolean => {
    const name = nameIn(host)
    if (name === undefined) return false
    const bare = name.replace(/^\[|\]$/g, '')
    return isLoopback(bare) || name === publicName || (acceptsAddresses && isIP(bare) !== 0)
  }
  // A browser sends the same host with every request.
  let lastAccepted: string | undefined
  app.addHook('onRequest', async ({ headers: { host } }) => {
    if (host !== undefined && host === lastAccepted) return
    if (accepts(host)) {
      lastAccepted = host
      return
    }
    throw new AppError(
      'WRONG_HOST',
      'Fourball runs in local mode and answers only at localhost. Open it at http://localhost with its port, or set PUBLIC_URL to the address you use.',
    )
  })
}

/** Returns the name in a `Host` header as URLs write it; undefined when there is none. */
function nameIn(host: string | undefined): string | undefined {
  if (host === undefined || !/^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i.test(host))
    return undefined
  const url = `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
