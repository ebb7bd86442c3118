import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import { type Page, TOTAL_HEADER } from '../../../contract/paging.ts'
import { AppError } from '../errors.ts'
import { type Intent, intentOf } from '../idempotency/intent.ts'
import { isRunOnce } from '../idempotency/once.ts'
import { networkOf } from './network-of.ts'
import type { RateClass, RateLimits } from './rate-limits.ts'
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
 * Who may make a call, and how that is proven. Only `access.ts` files create one.
 * `I` is what the session proves, `S` the scope that the handler gets, `P` the input that the proof needs.
 */
export interface Access<I, S, P> {
  /** Shown in the API's description, and required by the test that checks all routes. */
  readonly name: string
  /** Whether the call needs no session. */
  readonly isPublic?: boolean
  /**
   * @param requested the input from the URL, so that it can be looked up together with the session. Left
   * out when the result would be stale before `prove` runs
   */
  readonly identify: (bearer: string | undefined, requested?: Partial<P>) => Promise<I>
  readonly authorize: (identity: I, input: P) => Promise<S>
}

export interface Call<E extends Endpoint, S> extends Input<E> {
  scope: S
  /** The session id as sent, if there is one. */
  bearer: string | undefined
  /** The `User-Agent` header. */
  userAgent: string | undefined
  /** What to do only once; undefined without an `Idempotency-Key`, or if the route ignores it. */
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

export type Serve = <E extends Endpoint, I, S>(
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
}

/**
 * Returns the function that registers routes. Every route works in the same order: identify (401), read and
 * parse (415, 400), prove access (404, 403), count against the rate limit (429), act (402, 409), present.
 */
export function registerRoute(app: FastifyInstance, limits: RateLimits): Serve {
  return (endpoint, access, handler, options = {}) => {
    if (isRunOnce(handler) !== (endpoint.once === true)) {
      throw new Error(
        `${endpoint.method} ${endpoint.path}: \`once\` must be set in both the endpoint and its handler, or in neither`,
      )
    }
    const rate = options.rate ?? (endpoint.method === 'GET' ? 'read' : 'write')
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      config: { access: access.name },
      schema: {
        summary: endpoint.summary,
        description: `Who: ${access.name}.`,
        tags: [endpoint.path.split('/')[2] ?? ''],
        ...(access.isPublic && { security: [] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        ...(endpoint.once && { headers: onceHeaders }),
        response: { [endpoint.status ?? 200]: endpoint.answer, '4xx': errorBody, '5xx': errorBody },
      },
      onRequest: async (request, reply) => {
        const bearer = bearerOf(request)
        request.identity = await access.identify(bearer, paramsOf(endpoint, request))
        // The body may take a while to arrive, and what was looked up before that would be stale.
        if (!request.raw.complete) request.identity = await access.identify(bearer)
        if (options.screen !== undefined && request.headers.accept?.includes('text/html')) {
          await reply.redirect(filled(options.screen, request.params), 303)
        }
      },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        // Fastify has parsed these with the endpoint's schemas.
        const input = {
          params: request.params,
          query: request.query,
          body: request.body,
        } as Input<typeof endpoint>
        const identity = request.identity as Awaited<ReturnType<typeof access.identify>>
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
        if (isJsonText(answer)) return reply.type(JSON_TYPE).send(answer.text)
        if (!endpoint.paged) return reply.send(answer)
        const { rows, total } = answer as Page<unknown>
        return reply.header(TOTAL_HEADER, total).send(rows)
      },
    })
  }
}

/** The content type that Fastify sets on answers that it serializes. */
const JSON_TYPE = 'application/json; charset=utf-8'

/** The client may choose any visible ASCII as a key. Other headers pass unchecked. */
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
  const given = new Map(Object.entries(params as Readonly<Record<string, string>>))
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
  return typeof identity === 'object' && identity !== null && 'golferId' in identity
    ? (identity as Actor)
    : undefined
}
