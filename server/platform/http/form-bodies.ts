import formBody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'

/** Bodies of forms and nothing else (415), within the app's limit of length: for webhooks. */
export async function acceptOnlyForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers()
  await app.register(formBody)
}
