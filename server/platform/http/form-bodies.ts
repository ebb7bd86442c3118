import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors.ts'

/** Accepts only form bodies (else 415), up to the app's body limit. For webhooks. */
export async function acceptOnlyForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => {
    const message = 'Send a form, as application/x-www-form-urlencoded.'
    done(new AppError('UNSUPPORTED_MEDIA_TYPE', message))
  })
  await app.register(formBody)
}
