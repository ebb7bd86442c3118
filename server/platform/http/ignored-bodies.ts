import type { FastifyInstance } from 'fastify'

/** For routes that take any body, of any type within the limit of length, and read none. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null, undefined)
  })
}
