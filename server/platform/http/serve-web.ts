import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { notFound } from '../errors.ts'

const BUILT_WEB = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** Serves the built web app: hashed files for a year, and its one page for every screen's address. */
export async function serveWeb(app: FastifyInstance): Promise<void> {
  const page = existsSync(join(BUILT_WEB, 'index.html'))
  if (page) {
    await app.register(fastifyStatic, {
      root: BUILT_WEB,
      wildcard: false,
      index: false,
      cacheControl: false,
      globIgnore: ['**/.vite/**'],
      setHeaders: (reply, path) => {
        reply.header(
          'cache-control',
          relative(BUILT_WEB, path).startsWith('assets')
            ? 'public, max-age=31536000, immutable'
            : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    // By whole segments: a group may well be called 'api-golfers'.
    const segment = (request.url.split('?')[0] ?? '/').split('/')[1]
    const isScreen =
      (request.method === 'GET' || request.method === 'HEAD') &&
      segment !== 'api' &&
      segment !== 'assets'
    if (!page || !isScreen) throw notFound('address')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}
