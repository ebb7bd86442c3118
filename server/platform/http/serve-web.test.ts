import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendError } from './handle-errors.ts'
import { addSecurityHeaders, contentPolicyWith } from './security.ts'
import { serveWeb } from './serve-web.ts'

const INDEX = '<title>Fourball</title><script>start()</script><style>p { color: red }</style>'
const MISSING_SCREENS = ['/outbox', '/sandbox/checkout/:id']

let webFolder: string
let publicWeb: FastifyInstance
let localWeb: FastifyInstance

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'fourball-serve-'))
  mkdirSync(join(webFolder, 'assets'))
  const prerenderedPage = (name: string) =>
    `<title>${name}</title><meta property="og:image" content="%PUBLIC_URL%/preview.png" /><!-- address -->`
  const contactPage = `<i title="%TRIAL_DAYS% days"></i>
<p data-contact="given" class="x">Email
%CONTACT_EMAIL%</p><p data-contact="none">Reply</p>`
  for (const [file, text] of [
    ['index.html', INDEX],
    ['landing.html', prerenderedPage('Landing')],
    ['purchase.html', prerenderedPage('Purchase')],
    ['contact.html', contactPage],
    ['robots.txt', 'User-agent: *'],
    ['assets/main.js', 'plain'],
    ['assets/main.js.br', 'small'],
  ] as const) {
    writeFileSync(join(webFolder, file), text)
  }
  publicWeb = await createWebApp('https://golf.example/a"b', 'help&<golf>@club.example')
  localWeb = await createWebApp(undefined, null)
})
afterAll(async () => {
  await Promise.all([publicWeb.close(), localWeb.close()])
  rmSync(webFolder, { recursive: true, force: true })
})

async function createWebApp(
  publicUrl: string | undefined,
  contactEmail: string | null,
): Promise<FastifyInstance> {
  const app = Fastify()
  app.setErrorHandler(sendError)
  const missingScreens = publicUrl === undefined ? [] : MISSING_SCREENS
  await serveWeb(app, {
    publicUrl,
    site: { trialDays: 21, contactEmail },
    web: webFolder,
    missingScreens,
  })
  return app
}

test.each([
  ['/', 'Landing'],
  ['/?utm=x', 'Landing'],
  ['/purchase', 'Purchase'],
  ['/purchase/', 'Purchase'],
  ['/purchase?payment=success', 'Fourball'],
  ['/login', 'Fourball'],
  ['/saturday-golf/members', 'Fourball'],
  ['/landing.html', 'Fourball'],
])('serves %s as the page %s', async (url, title) => {
  const answer = await publicWeb.inject(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-cache')
  expect(answer.body).toContain(`<title>${title}</title>`)
})

test.each([
  '/outbox',
  '/outbox/',
  '/outbox?show=emails',
  '/Outbox',
  '/%6Futbox',
  '/sandbox/checkout/cs_test_1',
  '/sandbox/Checkout/a%2Fb/',
])('serves a not-found page for %s where that screen does not exist', async (url) => {
  const answer = await publicWeb.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.body).toContain('<title>Fourball</title>')
  expect((await localWeb.inject(url)).statusCode).toBe(200)
})

test.each(['/outboxes', '/sandbox/checkout', '/sandbox/checkout/1/members', '/golf/outbox'])(
  'treats %s as a different screen',
  async (url) => {
    expect((await publicWeb.inject(url)).statusCode).toBe(200)
  },
)

test('never sends a 304 for a document with its own policy', async () => {
  const app = Fastify()
  app.setErrorHandler(sendError)
  const policyOf = (path: string) => (path === '/here' ? 'for here' : undefined)
  const site = { trialDays: 30, contactEmail: null }
  await serveWeb(app, { publicUrl: undefined, site, web: webFolder, missingScreens: [], policyOf })
  const there = await app.inject('/there')
  expect(there.headers).not.toHaveProperty('content-security-policy')
  const ifNoneMatch = { 'if-none-match': String(there.headers['etag']) }
  expect((await app.inject({ url: '/there', headers: ifNoneMatch })).statusCode).toBe(304)
  for (const url of ['/here', '/Here/?x=1']) {
    const here = await app.inject({ url, headers: ifNoneMatch })
    expect(here.statusCode).toBe(200)
    expect(here.headers['content-security-policy']).toBe('for here')
    expect(here.body).toContain('<title>Fourball</title>')
  }
  await app.close()
})

test('allows the inline script and style by their hashes, only in documents', async () => {
  const app = Fastify()
  app.setErrorHandler(sendError)
  addSecurityHeaders(app, { publicUrl: undefined })
  app.get('/api/golfers', async () => ({}))
  const policyOf = (path: string) =>
    path === '/pay'
      ? contentPolicyWith({ scriptSrc: ["'self'", 'https://pay.example'] })
      : undefined
  await app.register((documents) =>
    serveWeb(documents, {
      publicUrl: undefined,
      site: { trialDays: 30, contactEmail: null },
      web: webFolder,
      missingScreens: [],
      policyOf,
    }),
  )
  const policyAt = async (url: string) =>
    String((await app.inject(url)).headers['content-security-policy'])
  const [script, style] = ['start()', 'p { color: red }'].map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  )
  for (const url of ['/golf', '/index.html', '/']) {
    expect(await policyAt(url)).toContain(`script-src 'self' ${script};style-src 'self' ${style};`)
  }
  expect(await policyAt('/pay')).toContain(`script-src 'self' ${script} https://pay.example;`)
  expect(await policyAt('/api/golfers')).not.toContain('sha256')
  await app.close()
})

test('adds the public URL for link previews and search engines, if there is one', async () => {
  const { body } = await publicWeb.inject('/purchase')
  const base = 'https://golf.example/a&quot;b'
  expect(body).toContain(`<meta property="og:image" content="${base}/preview.png" />`)
  expect(body).toContain(`<link rel="canonical" href="${base}/purchase" />`)
  expect(body).toContain(`<meta property="og:url" content="${base}/purchase" />`)

  expect((await localWeb.inject('/')).body).toBe(
    '<title>Landing</title><meta property="og:image" content="/preview.png" />',
  )
})

test('fills in the length of the trial and, if there is one, the contact address', async () => {
  expect((await publicWeb.inject('/contact')).body).toBe(
    '<i title="21 days"></i>\n<p data-contact="given" class="x">Email\nhelp&amp;&lt;golf&gt;@club.example</p>',
  )
  expect((await localWeb.inject('/contact')).body).toBe(
    '<i title="21 days"></i>\n<p data-contact="none">Reply</p>',
  )
})

test('does not resend a page that the browser has', async () => {
  const first = await publicWeb.inject('/')
  const ifNoneMatch = { 'if-none-match': String(first.headers['etag']) }
  expect((await publicWeb.inject({ url: '/', headers: ifNoneMatch })).statusCode).toBe(304)
  expect((await publicWeb.inject({ url: '/purchase', headers: ifNoneMatch })).statusCode).toBe(200)
  expect((await publicWeb.inject({ url: '/', method: 'HEAD' })).statusCode).toBe(200)
})

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'compresses a prerendered page for a browser that accepts %s',
  async (accepted, encoding, unpack) => {
    const answer = await publicWeb.inject({ url: '/', headers: { 'accept-encoding': accepted } })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(unpack(answer.rawPayload).toString()).toBe((await publicWeb.inject('/')).body)
  },
)

test('sends compressed files if the browser accepts them, and allows caching of hashed files', async () => {
  const small = await publicWeb.inject({
    url: '/assets/main.js',
    headers: { 'accept-encoding': 'gzip, br' },
  })
  expect(small.body).toBe('small')
  expect(small.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect((await publicWeb.inject('/assets/main.js')).body).toBe('plain')
  const robots = await publicWeb.inject('/robots.txt')
  expect(robots.body).toBe('User-agent: *')
  expect(robots.headers['cache-control']).toBe('no-cache')
})

test.each([
  ['GET', '/assets/none.js'],
  ['GET', '/assets/main.js.br'],
  ['GET', '/api/none'],
  ['POST', '/'],
] as const)('returns 404 for %s %s', async (method, url) => {
  const answer = await publicWeb.inject({ method, url })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'NOT_FOUND' })
})
