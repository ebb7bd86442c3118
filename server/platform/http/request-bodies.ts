import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Accepts only JSON bodies (else 415). Treats an empty body as none, for callers of `/api/cleanup/…`. */
export function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body.toString(), done)
  })
}

/** Accepts only JSON (else 415). Does not parse it, because its signature covers the raw bytes. */
export function acceptRawJson(app: FastifyInstance, bodyLimit: number): void {
  refuseBodies(app, 'Send JSON, as application/json.')
  const options = { parseAs: 'buffer', bodyLimit } as const
  app.addContentTypeParser('application/json', options, (_request, body, done) => done(null, body))
}

export async function acceptOnlyForms(app: FastifyInstance): Promise<void> {
  refuseBodies(app, 'Send a form, as application/x-www-form-urlencoded.')
  await app.register(formBody)
}

function refuseBodies(app: FastifyInstance, message: string): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', message)
  })
}

export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async () => undefined)
}
