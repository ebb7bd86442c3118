import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import { type Page, TOTAL_HEADER } from '../../../contract/paging.ts'
import { AppError } from '../errors.ts'
import { type Intent, intentOf, isRunOnce } from '../idempotency/run-once.ts'
import { networkOf, type RateClass, type RateLimits } from './rate-limits.ts'
import { isJsonText, type JsonText } from './serialize-answers.ts'

/** The parsed input of a call. */
export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** The golfer who makes a call that requires a session. */
export interface Actor {
  readonly golferId: number
}

/**
 * Who may make a call, and how that is checked. Only `access.ts` files create one.
 * `I` is what `identify` returns, `S` the access object that the handler gets, and `P` the input that
 * `authorize` needs.
 */
export interface Access<I, S, P> {
  /** Shown in the API's description, and required by the test that checks all routes. */
  readonly name: string
  /** Whether the call needs no session. */
  readonly isPublic?: boolean
  /**
   * Looks up the session and what its golfer may do.
   * @param requested the input from the URL, so that it can be looked up together with the session.
   * Omitted when the result would be stale before `authorize` runs
   */
  readonly identify: (bearer: string | undefined, requested?: Partial<P>) => Promise<I>
  /** Checks access and returns the access object. @throws AppError when access is denied */
  readonly authorize: (identity: I, input: P) => Promise<S>
}

export interface Call<E extends Endpoint, S> extends Input<E> {
  scope: S
  /** The session id as sent, if there is one. */
  bearer: string | undefined
  /** The `User-Agent` header. */
  userAgent: string | undefined
  /** Identifies a request that runs only once; undefined without an `Idempotency-Key` or on other routes. */
  intent: Intent | undefined
  /** The network the call comes from: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string
}

/**
 * What a handler returns: for a paged list, the page and the length of the whole list; for other calls,
 * the answer or its JSON.
 */
type HandlerResult<E extends Endpoint> = E extends { paged: true }
  ? AnswerOf<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : AnswerOf<E> | JsonText<AnswerOf<E>>

interface Options {
  /** The budget that a call counts against; by default 'read' for GET and 'write' for other methods. */
  rate?: RateClass
  /** The screen, as a pattern, that a browser is redirected to when a person opens the call's URL. */
  screen?: string
}

export type RegisterRoute = <E extends Endpoint, I, S>(
  endpoint: E,
  access: Access<I, S, Input<E>>,
  handler: (call: Call<E, S>) => Promise<HandlerResult<E>>,
  options?: Options,
) => void

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route's access. The app does not start if a route has none. */
    access?: string
  }
  interface FastifyRequest {
    identity: unknown
  }
  interface FastifyInstance {
    /** Every route of the app, with the access it declares. */
    declaredRoutes: RouteOptions[]
  }
}

/**
 * Returns the function that registers routes. Every route works in the same order: identify (401), read and
 * parse (415, 400), authorize (404, 403), count against the rate limit (429), run the handler (402, 409),
 * serialize.
 */
export function routeRegistrar(app: FastifyInstance, limits: RateLimits): RegisterRoute {
  return (endpoint, access, handler, options = {}) => {
    if (isRunOnce(handler) !== (endpoint.once === true)) {
      throw new Error(
        `${endpoint.method} ${endpoint.path}: \`once\` must be set in both the endpoint and its handler, or in neither`,
      )
    }
    const rate = options.rate ?? (endpoint.method === 'GET' ? 'read' : 'write')
    const { schema, ...route } = describeRoute(endpoint, access.name)
    app.route({
      ...route,
      schema: {
        ...schema,
        ...(access.isPublic && { security: [] }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(endpoint.once && { headers: onceHeaders }),
        response: { [endpoint.status ?? 200]: endpoint.answer, '4xx': errorBody, '5xx': errorBody },
      },
      onRequest: async (request, reply) => {
        const bearer = bearerOf(request)
        request.identity = await access.identify(bearer, paramsOf(endpoint, request))
        // The body may take a while to arrive, and the lookup would be stale by then.
        if (!request.raw.complete) request.identity = await access.identify(bearer)
        if (options.screen !== undefined && request.headers.accept?.includes('text/html')) {
          await reply.redirect(filled(options.screen, request.params), 303)
        }
      },
      async handler(request, reply) {
        const { identity, input } = parsedIn(request, access)
        const scope = await access.authorize(identity, input)
        checkClaimedIdentity(identity, input.body)
        const golferId = actorOf(identity)?.golferId
        await limits.spend(rate, request, { golferId })
        const answer = await handler({
          ...input,
          scope,
          bearer: bearerOf(request),
          userAgent: request.headers['user-agent'],
          intent: intentIn(endpoint, request, golferId),
          // Computed on demand, because few handlers use it.
          get network() {
            return networkOf(request)
          },
        })
        reply.code(endpoint.status ?? 200)
        if (isJsonText(answer)) return reply.type(JSON_TYPE).send(answer.bytes)
        if (!isPage(endpoint, answer)) return reply.send(answer)
        return reply.header(TOTAL_HEADER, answer.total).send(answer.rows)
      },
    })
  }
}

function describeRoute({ method, path, summary, params, query }: Endpoint, access: string) {
  return {
    method,
    url: path.replace(/\{(\w+)\}/g, ':$1'),
    config: { access },
    schema: {
      summary,
      description: `Who: ${access}.`,
      tags: [path.split('/')[2] ?? ''],
      ...(params && { params }),
      ...(query && { querystring: query }),
    },
  }
}

/** Returns the results of a route's `identify` and of Fastify's parsing with the endpoint's schemas. */
function parsedIn<I, P>(
  { identity, params, query, body }: FastifyRequest,
  _access: Access<I, unknown, P>,
): { identity: I; input: P } {
  return { identity, input: { params, query, body } } as { identity: I; input: P }
}

function isPage(endpoint: Endpoint, _answer: unknown): _answer is Page<unknown> {
  return endpoint.paged === true
}

/** The content type that Fastify sets on answers that it serializes. */
const JSON_TYPE = 'application/json; charset=utf-8'

/** A key is any visible ASCII that the client chooses. Other headers pass unchecked. */
const onceHeaders = z.looseObject({
  'idempotency-key': z.optional(
    z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/, 'Send 1 to 255 visible ASCII characters')),
  ),
})

function intentIn(
  { method, path, once }: Endpoint,
  { headers, params, query, body }: FastifyRequest,
  golferId: number | undefined,
): Intent | undefined {
  const key = headers['idempotency-key']
  if (once === undefined || typeof key !== 'string') return undefined
  return intentOf({ key, golferId, route: `${method} ${path}`, content: [params, query, body] })
}

/** Returns the session id in `Authorization: Bearer …`. A cookie never authenticates. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** Returns the parameters of a request, or nothing if they are invalid and it will be refused. */
function paramsOf<E extends Endpoint>({ params }: E, request: FastifyRequest): Partial<Input<E>> {
  if (params === undefined) return {}
  const { success, data } = z.safeParse(params, request.params)
  return success ? { params: data as ParamsOf<E> } : {}
}

/** Returns a screen's path with its parameters filled in. */
function filled(screen: string, params: unknown): string {
  const given = new Map<string, string>(Object.entries(Object(params)))
  return screen.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given.get(name) ?? ''))
}

/** Refuses a body that names another golfer as the caller. @throws AppError IDENTITY_MISMATCH */
function checkClaimedIdentity(identity: unknown, body: unknown): void {
  const actor = actorOf(identity)
  if (actor === undefined || typeof body !== 'object' || body === null) return
  for (const field of ['golferId', 'creatorId', 'requesterId'] as const) {
    const claimed: unknown = Object.getOwnPropertyDescriptor(body, field)?.value
    if (claimed !== undefined && claimed !== actor.golferId) {
      throw new AppError('IDENTITY_MISMATCH', `${field} is not the signed-in golfer.`)
    }
  }
}

/** Returns the golfer a request acts for; undefined when it has no live session. */
export function actorOf(identity: unknown): Actor | undefined {
  if (typeof identity !== 'object' || identity === null || !('golferId' in identity))
    return undefined
  return typeof identity.golferId === 'number' ? { golferId: identity.golferId } : undefined
}

/** The kind of file that a route returns. */
export interface FileKind {
  /** The media type, which must be a text type. */
  readonly type: 'text/csv' | 'text/calendar'
  /** The file name's extension. */
  readonly ending: 'csv' | 'ics'
  /** For the API's description, like 'A table'. */
  readonly description: string
}

/**
 * Registers a route that returns a file instead of JSON, in the same order as other routes: identify (401),
 * read and parse (400), authorize (404, 403), count against the rate limit (429), write.
 * @param write returns the file, and its name without the extension
 */
export function registerFileRoute<E extends Endpoint, I, S extends Actor>(
  app: FastifyInstance,
  limits: RateLimits,
  { type, ending, description }: FileKind,
  endpoint: E,
  access: Access<I, S, Input<E>>,
  write: (call: { scope: S; query: QueryOf<E> }) => Promise<{ name: string; file: string }>,
): void {
  const { schema, ...route } = describeRoute(endpoint, access.name)
  const content = { [type]: { schema: z.string() } }
  app.route({
    ...route,
    schema: {
      ...schema,
      response: { 200: { description, content }, '4xx': errorBody, '5xx': errorBody },
    },
    onRequest: async (request) => {
      request.identity = await access.identify(bearerOf(request))
    },
    async handler(request, reply) {
      const { identity, input } = parsedIn(request, access)
      const scope = await access.authorize(identity, input)
      await limits.spend('read', request, scope)
      const { name, file } = await write({ scope, query: input.query })
      return reply
        .header('content-disposition', `attachment; filename="${name}.${ending}"`)
        .type(`${type}; charset=utf-8`)
        .send(file)
    },
  })
}

/** Prevents the app from starting if a route added after this call does not declare who may call it. */
export function requireDeclaredAccess(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.decorate('declaredRoutes', routes)
  app.addHook('onRoute', (route) => {
    routes.push(route)
  })
  app.addHook('onReady', async () => {
    const silent = routes.filter((route) => route.config?.access === undefined)
    if (silent.length > 0) {
      const names = silent.map((route) => `${route.method} ${route.url}`).join(', ')
      throw new Error(`Routes that do not declare who may call them: ${names}`)
    }
  })
}

/** Opens a plugin's routes to anyone, such as the documentation and the web app's files. */
export function openToAnyone(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: 'anyone' }
  })
}
