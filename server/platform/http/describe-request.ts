import type { FastifyRequest } from 'fastify'

/** Tokens in addresses have 32 characters or more; slugs and ids have fewer. */
const TOKEN_LENGTH = 32
const REDACTED = '[redacted]'

/**
 * Describes a request for the log: the method and a path without its secrets. Tokens in the path are
 * replaced, also where no route took it, as of a screen that the web app shows. Of the query only the
 * names stay. Network addresses are left out.
 */
export function describeRequest(request: FastifyRequest): { method: string; path: string } {
  return { method: request.method, path: pathOf(request) }
}

function pathOf({ url, params }: FastifyRequest): string {
  const [path = '', query] = url.split('?')
  const secret = tokenIn(params)
  const safe = path.split('/').map((segment) => (isSecret(segment, secret) ? REDACTED : segment))
  const names = [...new URLSearchParams(query).keys()].map((name) =>
    name.length < TOKEN_LENGTH ? name : REDACTED,
  )
  return safe.join('/') + (names.length === 0 ? '' : `?${names.join('&')}`)
}

/** What a route takes as a token, whatever its length. */
function tokenIn(params: unknown): string | undefined {
  return typeof params === 'object' && params !== null && 'token' in params
    ? String(params.token)
    : undefined
}

function isSecret(segment: string, token: string | undefined): boolean {
  const written = decoded(segment)
  return (
    segment.length >= TOKEN_LENGTH ||
    (token !== undefined && token !== '' && written.startsWith(token))
  )
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
