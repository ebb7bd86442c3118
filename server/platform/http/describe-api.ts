import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { RELEASE } from '../release.ts'
import { openToAnyone } from './declared-access.ts'
import { contentPolicyWith } from './security.ts'
import { compressedSender } from './serve-web.ts'

const DOCS_PATH = '/api/docs'

const DOCS_POLICY = contentPolicyWith({
  imgSrc: ["'self'", 'data:'],
  styleSrc: ["'self'", "'unsafe-inline'"],
})

/** Call this before adding routes and compression, which would compress the large docs for each request. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fourball',
        version: RELEASE,
        description: 'See docs/api.md for the conventions.',
      },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  })

  const sendDescription = compressedSender('application/json; charset=utf-8', () =>
    JSON.stringify(app.swagger()),
  )

  await app.register(async (docs) => {
    openToAnyone(docs)
    // The plugin's handlers would serialize the description for each request. JSON is also valid YAML.
    docs.addHook('onRoute', (route) => {
      if (route.url === `${DOCS_PATH}/json` || route.url === `${DOCS_PATH}/yaml`) {
        route.handler = sendDescription
      }
    })
    await docs.register(swaggerUi, { routePrefix: DOCS_PATH, staticCSP: DOCS_POLICY })
  })
  const options = { config: { access: 'anyone' }, schema: { hide: true } }
  app.get('/api/openapi.json', options, sendDescription)
}
