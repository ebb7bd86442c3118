import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import { slugOrToken, urlId } from '../../../contract/fields.ts'
import { type Page, TOTAL_HEADER } from '../../../contract/paging.ts'
import { AppError } from '../errors.ts'
import { type Intent, intentOf, isRunOnce } from '../idempotency/run-once.ts'
import { networkOf, type RateClass, type RateLimits } from './rate-limits.ts'
import { isJsonText, type JsonText } from './serialize-responses.ts'

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** `I` is the result of `identify`, `S` the handler's access object, `P` the input that `authorize` needs. */
export interface Access<I, S, P> {
  readonly name: string
  readonly isPublic?: boolean
  /** Looks up the session, and the group or tee time that the call's parameters identify, if any. */
  readonly identify: (bearer: string | undefined, requested?: Partial<P>) => Promise<I>
  readonly authorize: (identity: I, input: P) => Promise<S>
}

export interface Call<E extends Endpoint, S> extends Input<E> {
  scope: S
  bearer: string | undefined
  userAgent: string | undefined
  /** Identifies a request that runs only once; undefined without an `Idempotency-Key` or on other routes. */
  intent: Intent | undefined
  readonly network: string
}

/** The result of a handler: a page for a paged list; for other calls, the response body or its JSON. */
type HandlerResult<E extends Endpoint> = E extends { paged: true }
  ? ResponseOf<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : ResponseOf<E> | JsonText<ResponseOf<E>>

interface Options {
  /** The budget that a call counts against; by default 'read' for GET and 'write' for other methods. */
  rate?: RateClass
  /** The path pattern of the screen to which a browser is redirected when a person opens the call's URL. */
  screen?: string
}

export type RegisterRoute = <E extends Endpoint, I, S>(
  endpoint: E,
  access: Access<I, S, Input<E>>,
  handler: (call: Call<E, S>) => Promise<HandlerResult<E>>,
  options?: Options,
) => void

declare module 'fastify' {
  interface FastifyRequest {
    identity: unknown
  }
}

/**
 * Every route takes the same steps, in this order: identify (401), read and parse (415, 400), authorize (404,
 * 403), count against the rate limit (429), run the handler (402, 409), serialize.
 */
export function routeRegistrar(app: FastifyInstance, limits: RateLimits): RegisterRoute {
  return (endpoint, access, handler, options) => {
    if (isRunOnce(handler) !== (endpoint.once === true)) {
      throw new Error(
        `${endpoint.method} ${endpoint.path}: \`once\` must be set in both the endpoint and its handler, or in neither`,
      )
    }
    registerCustomRoute(app, limits, {
      ...options,
      endpoint,
      access,
      handler,
      response: endpoint.response,
      send(result, reply) {
        reply.code(endpoint.status ?? 200)
        // Set the same content type that Fastify sets on responses that it serializes.
        if (isJsonText(result))
          return reply.type('application/json; charset=utf-8').send(result.bytes)
        if (!isPage(endpoint, result)) return reply.send(result)
        return reply.header(TOTAL_HEADER, result.total).send(result.rows)
      },
    })
  }
}

export interface FileKind {
  readonly type: 'text/csv' | 'text/calendar'
  readonly ending: 'csv' | 'ics'
  readonly description: string
}

/** Registers a route that returns a file instead of JSON. `write` returns its name without the extension. */
export function registerFileRoute<E extends Endpoint, I, S>(
  app: FastifyInstance,
  limits: RateLimits,
  { type, ending, description }: FileKind,
  endpoint: E,
  access: Access<I, S, Input<E>>,
  write: (call: Call<E, S>) => Promise<{ name: string; file: string }>,
): void {
  registerCustomRoute(app, limits, {
    endpoint,
    access,
    handler: write,
    response: { description, content: { [type]: { schema: z.string() } } },
    send: ({ name, file }, reply) =>
      reply
        .header('content-disposition', `attachment; filename="${name}.${ending}"`)
        .type(`${type}; charset=utf-8`)
        .send(file),
  })
}

interface Route<E extends Endpoint, I, S, Result> extends Options {
  endpoint: E
  access: Access<I, S, Input<E>>
  handler: (call: Call<E, S>) => Promise<Result>
  /** The schema of the response, or another OpenAPI description of it. */
  response: unknown
  send: (result: Result, reply: FastifyReply) => FastifyReply
}

/** Registers a route whose `send` writes the response. */
export function registerCustomRoute<E extends Endpoint, I, S, Result>(
  app: FastifyInstance,
  limits: RateLimits,
  { endpoint, access, handler, response, send, rate, screen }: Route<E, I, S, Result>,
): void {
  const { method, path, summary, query, body, once, status = 200 } = endpoint
  const params = paramsSchemaOf(endpoint)
  app.route({
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { access: access.name },
    schema: {
      summary,
      description: `Access: ${access.name}.`,
      tags: [path.split('/')[2] ?? ''],
      ...(access.isPublic && { security: [] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(once && { headers: onceHeaders }),
      response: { [status]: response, '4xx': errorBody, '5xx': errorBody },
    },
    onRequest: async (request, reply) => {
      const bearer = bearerOf(request)
      request.identity = await access.identify(bearer, paramsOf<E>(params, request))
      // The group or tee time may change while the body is still arriving. So keep only the session.
      if (!request.raw.complete) request.identity = await access.identify(bearer)
      if (screen !== undefined && request.headers.accept?.includes('text/html')) {
        await reply.redirect(fillPath(screen, request.params), 303)
      }
    },
    async handler(request, reply) {
      const { params, query, body, headers } = request
      // Parsed by Fastify with the endpoint's schemas.
      const input = { params, query, body } as Input<E>
      const scope = await access.authorize(request.identity as I, input)
      const golferId = golferIdOf(request.identity)
      checkClaimedIdentity(golferId, body)
      await limits.spend(rate ?? (method === 'GET' ? 'read' : 'write'), request, golferId)
      const key = once && headers['idempotency-key']
      const content = [params, query, body]
      const route = `${method} ${path}`
      const result = await handler({
        ...input,
        scope,
        bearer: bearerOf(request),
        userAgent: headers['user-agent'],
        intent: typeof key === 'string' ? intentOf({ key, golferId, route, content }) : undefined,
        get network() {
          return networkOf(request)
        },
      })
      return send(result, reply)
    },
  })
}

function isPage(endpoint: Endpoint, _answer: unknown): _answer is Page<unknown> {
  return endpoint.paged === true
}

/** A key is any visible ASCII text that the client chooses. Other headers are not validated. */
const onceHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'Send 1 to 255 visible ASCII characters')),
  ),
})

/** Returns the session id in `Authorization: Bearer …`. Cookies are never used to authenticate. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

function paramsSchemaOf({ path, params }: Endpoint): z.ZodMiniType | undefined {
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
  if (params !== undefined || names.length === 0) return params
  const isText = (name: string) => name === 'slug' || name === 'token'
  return z.object(
    Object.fromEntries(names.map((name) => [name, isText(name) ? slugOrToken : urlId])),
  )
}

/** Returns no parameters if they are invalid, because the request is refused later. */
function paramsOf<E extends Endpoint>(
  schema: z.ZodMiniType | undefined,
  request: FastifyRequest,
): Partial<Input<E>> {
  if (schema === undefined) return {}
  const { success, data } = z.safeParse(schema, request.params)
  return success ? { params: data as ParamsOf<E> } : {}
}

function fillPath(screen: string, params: unknown): string {
  return screen.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(Object(params)[name]))
}

function checkClaimedIdentity(golferId: number | undefined, body: unknown): void {
  if (golferId === undefined) return
  for (const field of ['golferId', 'creatorId', 'requesterId']) {
    const claimed: unknown = Object(body)[field]
    if (claimed !== undefined && claimed !== golferId) {
      throw new AppError('IDENTITY_MISMATCH', `${field} is not the signed-in golfer.`)
    }
  }
}

export function golferIdOf(identity: unknown): number | undefined {
  const { golferId }: { golferId?: unknown } = Object(identity)
  return typeof golferId === 'number' ? golferId : undefined
}
