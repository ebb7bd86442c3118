import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * JSON as it came, to the byte, and nothing else (415): for webhooks whose signature is over the body.
 * @param limit bytes; a longer body is refused
 */
export function keepRawBodies(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer', bodyLimit: limit },
    (_request, body, done) => done(null, body),
  )
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send JSON, as application/json.'))
  })
}
