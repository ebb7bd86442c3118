import type { FastifyInstance } from 'fastify'

/** Accepts bodies of any type up to the body limit, and ignores them. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null, undefined)
  })
}
