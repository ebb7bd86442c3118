import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { SCREENS } from '../../../contract/screens.ts'
import { notFound } from '../errors.ts'
import { type CompressedBody, compressBody, sendCompressed } from './compressed-body.ts'

const HTML = 'text/html; charset=utf-8'
const BUILT_WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The screens that the build wrote as finished pages, for visitors; see tools/setup/prerender.mjs. */
const FINISHED = [
  { path: SCREENS.landing, file: 'landing.html' },
  { path: SCREENS.purchase, file: 'purchase.html' },
] as const

export interface WebOptions {
  /** Where the app is known to the world, which link previews and search engines ask for. */
  readonly publicUrl: string | undefined
  /** Addresses, as patterns, of screens that this server does not have. */
  readonly missing: readonly string[]
  /** Another content policy for the documents of some paths. */
  readonly policyOf?: ((path: string) => string | undefined) | undefined
  /** Where the build is. */
  readonly web?: string
}

/**
 * Serves the built web app: hashed files for a year, the public pages as the build wrote them, and
 * its one page for every other screen's address.
 */
export async function serveWeb(
  app: FastifyInstance,
  { publicUrl, missing, policyOf, web = BUILT_WEB }: WebOptions,
): Promise<void> {
  const isBuilt = existsSync(join(web, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: web,
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      globIgnore: ['**/.vite/**', '**/*.{br,gz}', ...FINISHED.map(({ file }) => file)],
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          relative(web, path).startsWith('assets')
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
        )
      },
    })
  }
  // What answers in place of a missing route is not compressed by the plugin.
  const finished = new Map<string, CompressedBody>()
  for (const { path, file } of FINISHED) {
    if (!existsSync(join(web, file))) continue
    const built = readFileSync(join(web, file), 'utf8')
    finished.set(path, await compressBody(finish(built, path, publicUrl)))
  }
  const isMissing = matching(missing)
  app.setNotFoundHandler(async (request, reply) => {
    // By whole segments: a group may well be called 'api-golfers'.
    const path = request.url.split('?')[0] ?? '/'
    const segment = path.split('/')[1]
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      segment !== 'api' &&
      segment !== 'assets'
    if (!isBuilt || !isScreen) throw notFound('address')
    reply.header('cache-control', 'no-cache')
    // The app itself says on its page that there is nothing.
    if (isMissing.test(screenOf(path))) reply.code(404)
    // Whoever comes back from a payment is shown something else than what the build has drawn.
    const isReturn = /[?&]payment=/.test(request.url)
    const page = isReturn ? undefined : finished.get(path.replace(/(.)\/$/, '$1'))
    if (page !== undefined) return sendCompressed(page, HTML, request, reply)
    const policy = policyOf?.(screenOf(path))
    if (policy === undefined) return reply.sendFile('index.html')
    reply.header('content-security-policy', policy)
    // Told 'not modified', a browser would keep the policy of the document that it has.
    return reply.sendFile('index.html', { etag: false, lastModified: false })
  })
}

/** Addresses of any of these patterns, which name parameters as `:id`. */
function matching(patterns: readonly string[]): RegExp {
  const any = patterns.map((pattern) => pattern.replace(/:\w+/g, '[^/]+')).join('|')
  return new RegExp(patterns.length === 0 ? '$^' : `^(?:${any})$`)
}

/** An address as the web router compares it: a slash within a parameter stays apart from others. */
function screenOf(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252f'))
      .toLowerCase()
      .replace(/(.)\/$/, '$1')
  } catch {
    return path
  }
}

/** Fills in what only the running app knows of a page: its address. */
function finish(built: string, path: string, publicUrl: string | undefined): string {
  const base = escaped(publicUrl ?? '')
  const address =
    publicUrl === undefined
      ? ''
      : `<link rel="canonical" href="${base}${path}" />\n    <meta property="og:url" content="${base}${path}" />`
  return built.replaceAll('%PUBLIC_URL%', () => base).replace('<!-- address -->', () => address)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
