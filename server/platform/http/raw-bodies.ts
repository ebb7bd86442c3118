import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/**
 * Accepts only JSON (else 415) and keeps its exact bytes, for webhooks that sign their body.
 * @param limit the most bytes of a body; longer ones are refused
 */
export function parseRawBodies(app: FastifyInstance, limit: number): void {
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
