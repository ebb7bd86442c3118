import { extname } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../../contract/endpoint.ts'
import { errorBody } from '../../../contract/errors.ts'
import { messageBody, slugOrToken, urlId } from '../../../contract/fields.ts'
import { type Page, TOTAL_HEADER } from '../../../contract/paging.ts'
import { AppError } from '../errors.ts'
import { type OnceContext, runOnce } from '../idempotency/run-once.ts'
import { networkOf, type RateClass, type RateLimits } from './rate-limits.ts'
import { isJsonText, type JsonText } from './serialize-responses.ts'

export interface Input<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}

/** `I` is the result of `identify`, `S` the handler's access object, `P` the input that `authorize` needs. */
export interface AccessRule<I, S, P> {
  readonly name: string
  readonly isPublic?: boolean
  /** Looks up the session, and the group or tee time that the call's parameters identify, if any. */
  readonly identify: (bearer: string | undefined, requested?: Partial<P>) => Promise<I>
  readonly authorize: (identity: I, input: P) => Promise<S>
}

export interface Call<E extends Endpoint, S, C> extends Input<E> {
  /** Handlers of `once` endpoints must make all changes through `txCtx.db`, which can be a transaction. */
  txCtx: C
  access: S
  bearer: string | undefined
  userAgent: string | undefined
  readonly network: string
}

/** The result of a handler: a page of a paged list, a file, the response body, or the body's JSON. */
type HandlerResult<E extends Endpoint> = E extends { paged: true }
  ? ResponseOf<E> extends (infer Row)[]
    ? Page<Row>
    : never
  : E extends { path: `${string}${keyof typeof FILE_FORMATS}` }
    ? NamedFile
    : E extends { once: true }
      ? ResponseOf<E>
      : ResponseOf<E> | JsonText<ResponseOf<E>>

/** A call whose path ends with one of these keys returns a file. */
const FILE_FORMATS = {
  '.csv': { type: 'text/csv', description: 'A CSV file' },
  '.ics': { type: 'text/calendar', description: 'A calendar file' },
}
const FORMAT_BY_ENDING = new Map(Object.entries(FILE_FORMATS))

interface NamedFile {
  /** Without the ending. */
  readonly name: string
  readonly file: string
}

interface Options<E extends Endpoint> {
  /** The budget that a call counts against; by default 'read' for GET and 'write' for other methods. */
  rate?: RateClass
  /** The path pattern of the screen to which a browser is redirected when a person opens the call's URL. */
  screen?: string
  /** For `once` endpoints: brings the stored first response up to date before a retry gets it. */
  refresh?: (first: HandlerResult<E>) => Promise<HandlerResult<E>>
  /** For `once` endpoints: completes every response, including the one to a retry, after the transaction. */
  finish?: (result: HandlerResult<E>, input: Input<E>) => Promise<HandlerResult<E>>
}

export type RegisterRoute<C extends OnceContext = OnceContext> = ReturnType<
  typeof routeRegistrar<C>
>

declare module 'fastify' {
  interface FastifyRequest {
    identity: unknown
  }
}

/**
 * Every route takes the same steps, in this order: identify (401), read and parse (415, 400), authorize (404,
 * 403), count against the rate limit (429), run the handler (402, 409), serialize.
 */
export function routeRegistrar<C extends OnceContext>(
  app: FastifyInstance,
  ctx: C,
  limits: RateLimits,
) {
  return <E extends Endpoint, I, S>(
    endpoint: E,
    accessRule: AccessRule<I, S, Input<E>>,
    handler: (call: Call<E, S, C>) => Promise<HandlerResult<E>>,
    { rate, screen, refresh, finish }: Options<E> = {},
  ): void => {
    const { method, path, once } = endpoint
    const paramsSchema = paramsSchemaOf(endpoint)
    app.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...declarationOf(endpoint, accessRule),
      onRequest: async (request, reply) => {
        const bearer = bearerOf(request)
        request.identity = await accessRule.identify(bearer, paramsOf<E>(paramsSchema, request))
        // The group or tee time may change while the body arrives. So keep only the session: `authorize` then
        // looks the group or tee time up again.
        if (!request.raw.complete) request.identity = await accessRule.identify(bearer)
        if (screen !== undefined && request.headers.accept?.includes('text/html')) {
          await reply.redirect(fillPath(screen, request.params), 303)
        }
      },
      async handler(request, reply) {
        const { params, query, body, headers } = request
        // Parsed by Fastify with the endpoint's schemas.
        const input = { params, query, body } as Input<E>
        const access = await accessRule.authorize(request.identity as I, input)
        const golferId = golferIdOf(request.identity)
        checkClaimedIdentity(golferId, body)
        await limits.spend(rate ?? (method === 'GET' ? 'read' : 'write'), request, golferId)
        const run = (txCtx: C) =>
          handler({
            ...input,
            txCtx,
            access,
            bearer: bearerOf(request),
            userAgent: headers['user-agent'],
            get network() {
              return networkOf(request)
            },
          })
        const key = once && headers['idempotency-key']
        const content = [params, query, body]
        const route = `${method} ${path}`
        const result =
          typeof key === 'string'
            ? await runOnce(ctx, { key, golferId, route, content }, run, refresh)
            : await run(ctx)
        const response = finish ? await finish(result, input) : result
        return send(endpoint, response, reply.code(endpoint.status ?? 200))
      },
    })
  }
}

export function declarationOf(
  endpoint: Endpoint,
  accessRule: { readonly name: string; readonly isPublic?: boolean },
  responseSchema = responseSchemaOf(endpoint),
) {
  const { path, summary, query, body, once, status = 200 } = endpoint
  const paramsSchema = paramsSchemaOf(endpoint)
  return {
    config: { access: accessRule.name },
    schema: {
      summary,
      description: `Access: ${accessRule.name}.`,
      tags: [path.replace('/api', '').split('/')[1] ?? ''],
      ...(accessRule.isPublic && { security: [] }),
      ...(paramsSchema && { params: paramsSchema }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(once && { headers: onceHeadersSchema }),
      response: { [status]: responseSchema, '4xx': errorBody, '5xx': errorBody },
    },
  }
}

export function textResponse({ type, description }: { type: string; description: string }) {
  return { description, content: { [type]: { schema: z.string() } } }
}

function responseSchemaOf({ path, response = messageBody }: Endpoint): unknown {
  const format = FORMAT_BY_ENDING.get(extname(path))
  return format === undefined ? response : textResponse(format)
}

/** @param result what the handler returned: `HandlerResult` gives its type for the endpoint */
function send({ path, paged }: Endpoint, result: unknown, reply: FastifyReply): FastifyReply {
  // Set the same content type that Fastify sets on responses that it serializes.
  if (isJsonText(result)) return reply.type('application/json; charset=utf-8').send(result.bytes)
  if (paged) {
    const { rows, total } = result as Page<unknown>
    return reply.header(TOTAL_HEADER, total).send(rows)
  }
  const ending = extname(path)
  const format = FORMAT_BY_ENDING.get(ending)
  if (format === undefined) return reply.send(result)
  const { name, file } = result as NamedFile
  return reply
    .header('content-disposition', `attachment; filename="${name}${ending}"`)
    .type(`${format.type}; charset=utf-8`)
    .send(file)
}

/** The client chooses the key. Headers other than the key are not validated. */
const onceHeadersSchema = z.looseObject({
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

/** Returns `{}` if the parameters are invalid. The request is then refused later. */
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
    const claimedId: unknown = Object(body)[field]
    if (claimedId !== undefined && claimedId !== golferId) {
      throw new AppError('IDENTITY_MISMATCH', `${field} is not the signed-in golfer.`)
    }
  }
}

export function golferIdOf(identity: unknown): number | undefined {
  const { golferId }: { golferId?: unknown } = Object(identity)
  return typeof golferId === 'number' ? golferId : undefined
}
