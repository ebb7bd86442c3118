import type * as z from 'zod/mini'

/** An HTTP call, shared by client and server. Paths use `{name}` for parameters, like the specification. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}` | `/calendar/${string}`
  readonly summary: string
  // The built web app has none of the schemas below: see tools/setup/first-load.ts.
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Shape of the successful answer. Fields that it does not name never leave the server. */
  readonly answer: z.ZodMiniType
  /** Status of the successful answer; 200 when left out. */
  readonly status?: 200 | 201
  /** The answer is a page of a longer list: see `paging.ts`. */
  readonly paged?: true
  /** Creates something: a retry with the same `Idempotency-Key` header gets the first answer. */
  readonly once?: true
}

/** Keeps the exact types of an endpoint's shapes while checking its form. */
export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Shape extends Omit<Endpoint, 'method' | 'path'>,
>(method: Method, path: Path, shape: Shape) {
  return { ...shape, method, path }
}

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined

/** What the server's handler receives, after parsing. */
export type ParamsOf<E extends Endpoint> = OutputOf<E['params']>
export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>

/** What the server's handler returns, and what a client reads. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
