import type * as z from 'zod/mini'

/**
 * The definition of an API call, shared by client and server. Path parameters are written `{name}`, as in the
 * specification.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}` | `/calendar/${string}`
  readonly summary: string
  // The build removes the schemas below from the web app, for speed: see tools/setup/contract-schemas.ts.
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** The schema of a successful response. The server removes any other fields from the response. */
  readonly response: z.ZodMiniType
  /** The status of a successful response; 200 if omitted. */
  readonly status?: 200 | 201
  /** Whether the response is one page of a longer list: see `paging.ts`. */
  readonly paged?: true
  /**
   * Whether the call creates something. A retry with the same `Idempotency-Key` header gets the first
   * response.
   */
  readonly once?: true
}

/** Returns the definition of an API call with the exact types of its schemas. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Shape extends Omit<Endpoint, 'method' | 'path'>,
>(method: Method, path: Path, shape: Shape) {
  return { ...shape, method, path }
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** The input that the server's handler receives, after validation. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>

/** The response that the server's handler returns and a client receives. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>
