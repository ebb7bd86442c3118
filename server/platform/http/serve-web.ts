import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SCREENS } from '../../../contract/screens.ts'
import { notFound } from '../errors.ts'

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
  const finished = new Map(
    FINISHED.filter(({ file }) => existsSync(join(web, file))).map(({ path, file }) => [
      path as string,
      finish(readFileSync(join(web, file), 'utf8'), path, publicUrl),
    ]),
  )
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
    if (page !== undefined) return sendPage(page, request, reply)
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

interface Page {
  readonly tag: string
  /** The page in each encoding, the smallest first. */
  readonly bodies: readonly { readonly encoding: string; readonly body: Buffer }[]
}

/** Fills in what only the running app knows of a page: its address. */
function finish(built: string, path: string, publicUrl: string | undefined): Page {
  const base = escaped(publicUrl ?? '')
  const address =
    publicUrl === undefined
      ? ''
      : `<link rel="canonical" href="${base}${path}" />\n    <meta property="og:url" content="${base}${path}" />`
  const html = Buffer.from(
    built.replaceAll('%PUBLIC_URL%', () => base).replace('<!-- address -->', () => address),
  )
  return {
    tag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    // Once and for all: what answers in place of a missing route is not compressed by the plugin.
    bodies: [
      { encoding: 'br', body: brotliCompressSync(html) },
      { encoding: 'gzip', body: gzipSync(html) },
      { encoding: 'identity', body: html },
    ],
  }
}

function sendPage({ tag, bodies }: Page, request: FastifyRequest, reply: FastifyReply) {
  reply.header('etag', tag).header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const taken = String(request.headers['accept-encoding'] ?? '').split(/\s*,\s*/)
  const chosen = bodies.find(({ encoding }) => taken.includes(encoding)) ?? bodies.at(-1)
  if (chosen && chosen.encoding !== 'identity') reply.header('content-encoding', chosen.encoding)
  return reply.type('text/html; charset=utf-8').send(chosen?.body)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
