import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPathOf, SCREENS } from '../../../contract/screens.ts'
import type { SiteFacts } from '../../../contract/signups.ts'
import { notFound } from '../errors.ts'
import { html } from '../quote-input.ts'

const BUILT_WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The screens that the build prerenders for visitors, as `<name>.html`. See tools/setup/prerender.mjs. */
const PRERENDERED_SCREENS = ['landing', 'purchase', 'privacy', 'terms', 'contact', 'login'] as const

interface WebOptions {
  readonly publicUrl: string | undefined
  readonly site: SiteFacts
  /** Path patterns of screens that are off on this server, such as the sandbox's in production. */
  readonly missingScreens: readonly string[]
  readonly policyOf?: ((path: string) => string | undefined) | undefined
  readonly web?: string
}

/** Serves the web app: its files, the prerendered pages, and `index.html` at every other screen's path. */
export async function serveWeb(
  app: FastifyInstance,
  { publicUrl, site, missingScreens, policyOf, web = BUILT_WEB }: WebOptions,
): Promise<void> {
  const isBuilt = existsSync(join(web, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: web,
      wildcard: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
      globIgnore: [
        '**/.vite/**',
        '**/*.{br,gz}',
        ...PRERENDERED_SCREENS.map((name) => `${name}.html`),
      ],
      setHeaders: (reply, path) => {
        const isHashed = relative(web, path).startsWith('assets')
        reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  allowInlineParts(app, isBuilt ? readFileSync(join(web, 'index.html'), 'utf8') : '')
  // @fastify/compress ignores the responses of the not-found handler, so compress the pages here.
  const sendPrerenderedByPath = new Map<string, ReturnType<typeof compressedSender>>()
  for (const name of PRERENDERED_SCREENS) {
    const file = join(web, `${name}.html`)
    if (!existsSync(file)) continue
    const path = SCREENS[name]
    const page = fillInFacts(readFileSync(file, 'utf8'), path, publicUrl, site)
    sendPrerenderedByPath.set(
      path,
      compressedSender('text/html; charset=utf-8', () => page),
    )
  }
  app.setNotFoundHandler(async (request, reply) => {
    // Compare whole segments, because a group's slug may be 'api-golfers'.
    const path = request.url.split('?')[0] ?? '/'
    const segment = path.split('/')[1]
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      segment !== 'api' &&
      segment !== 'assets'
    if (!isBuilt || !isScreen) throw notFound('address')
    reply.header('cache-control', 'no-cache')
    // Set only the status. The web app shows people that the page does not exist.
    if (isPathOf(normalizePath(path), missingScreens)) reply.code(404)
    // After a payment, the page shows something other than its prerendered content.
    const isAfterPayment = /[?&]payment=/.test(request.url)
    const sendPage = isAfterPayment
      ? undefined
      : sendPrerenderedByPath.get(path.replace(/(.)\/$/, '$1'))
    if (sendPage !== undefined) return sendPage(request, reply)
    const policy = policyOf?.(normalizePath(path))
    if (policy === undefined) return reply.sendFile('index.html')
    reply.header('content-security-policy', policy)
    // Never respond with 304: the browser would then use the policy of its cached document.
    return reply.sendFile('index.html', { etag: false, lastModified: false })
  })
}

/** Allows the inline scripts and styles of index.html, which the prerendered pages contain too. */
function allowInlineParts(app: FastifyInstance, indexHtml: string): void {
  const scriptHashes = hashesOf(indexHtml, /<script>(.*?)<\/script>/gs)
  const styleHashes = hashesOf(indexHtml, /<style>(.*?)<\/style>/gs)
  app.addHook('onSend', (_request, reply, payload, done) => {
    const policy = String(reply.getHeader('content-security-policy') ?? '')
      .replace("script-src 'self'", (self) => self + scriptHashes)
      .replace("style-src 'self'", (self) => self + styleHashes)
    if (policy !== '') reply.header('content-security-policy', policy)
    done(null, payload)
  })
}

function hashesOf(document: string, pattern: RegExp): string {
  const hash = (part: string) => createHash('sha256').update(part).digest('base64')
  return [...document.matchAll(pattern)].map(([, part = '']) => ` 'sha256-${hash(part)}'`).join('')
}

/** Normalizes a path in the same way as the web router. An encoded slash in a parameter stays encoded. */
function normalizePath(path: string): string {
  try {
    return decodeURIComponent(path.replace(/%2f/gi, '%252f'))
      .toLowerCase()
      .replace(/(.)\/$/, '$1')
  } catch {
    return path
  }
}

function fillInFacts(
  template: string,
  path: string,
  publicUrl: string | undefined,
  { trialDays, contactEmail }: SiteFacts,
): string {
  const base = publicUrl ?? ''
  const addressTags = html`<link rel="canonical" href="${base}${path}" />
    <meta property="og:url" content="${base}${path}" />`
  return template
    .replace(contactEmail === null ? WITH_CONTACT : WITHOUT_CONTACT, '')
    .replaceAll('%PUBLIC_URL%', () => html`${base}`)
    .replaceAll('%TRIAL_DAYS%', String(trialDays))
    .replaceAll('%CONTACT_EMAIL%', () => html`${contactEmail ?? ''}`)
    .replace('<!-- address -->', () => (publicUrl === undefined ? '' : addressTags))
}

/** The build renders both variants, and the server removes one: see `WhereToWrite` in the web app. */
const WITH_CONTACT = /<(p|span) data-contact="given".*?<\/\1>/gs
const WITHOUT_CONTACT = /<(p|span) data-contact="none".*?<\/\1>/gs

/**
 * Returns a handler that sends a text compressed, or responds with 304 if the client already has it. Only the
 * first request compresses the text.
 */
export function compressedSender(contentType: string, getText: () => string) {
  let compressing: ReturnType<typeof compress> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    compressing ??= compress(getText())
    const { tag, plain, ...compressed } = await compressing
    reply.header('cache-control', 'no-cache').header('etag', tag).header('vary', 'accept-encoding')
    const clientTags = headers['if-none-match']?.split(/\s*,\s*/) ?? []
    if (clientTags.includes(tag)) return reply.code(304).send()
    const acceptedEncodings = String(headers['accept-encoding'] ?? '').split(/\s*,\s*/)
    const encoding = (['br', 'gzip'] as const).find((one) => acceptedEncodings.includes(one))
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.type(contentType).send(encoding === undefined ? plain : compressed[encoding])
  }
}

async function compress(text: string) {
  const plain = Buffer.from(text)
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain),
    promisify(gzip)(plain),
  ])
  const tag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { tag, plain, br, gzip: gzipped }
}
