import type { FastifyRequest } from 'fastify'

/** Tokens in URLs have 32 characters or more. Slugs and ids have fewer. */
const TOKEN_LENGTH = 32
const REDACTED = '[redacted]'

/**
 * Describes a request for the log: the method, and the path without secrets. Tokens in the path are
 * redacted, even if no route matches, as for a screen of the web app. Only the names of query parameters
 * are kept. Network addresses are left out.
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

/** Returns the value of a route's token parameter, whatever its length. */
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
