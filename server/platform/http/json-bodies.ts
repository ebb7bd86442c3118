import type { FastifyInstance } from 'fastify'

/**
 * Accepts only JSON bodies (else 415). An empty body with a JSON content type counts as no body: the
 * specification's clean-up call sends one.
 */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body.toString(), done)
  })
}
