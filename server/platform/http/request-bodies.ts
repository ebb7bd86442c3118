import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

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

/** Accepts only form bodies (else 415), up to the app's body limit. For webhooks. */
export async function acceptOnlyForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    const message = 'Send a form, as application/x-www-form-urlencoded.'
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', message))
  })
  await app.register(formBody)
}

/** Accepts bodies of any type up to the body limit, and ignores them. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    done(null, undefined)
  })
}
