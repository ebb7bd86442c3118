import type * as z from 'zod/mini'
import type { messageBody } from './fields.ts'

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/api/${string}` | `/calendar/${string}`
  readonly summary: string
  // To make the web app smaller, its build removes the schemas below: see tools/setup/contract-schemas.ts.
  /** Omitted if all path parameters are ids, slugs or tokens: see {@link ParamsOf}. */
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** The server removes fields that this schema lacks. Omitted if the response is only a `message`. */
  readonly response?: z.ZodMiniType
  /** 200 if omitted. */
  readonly status?: 200 | 201
  readonly paged?: true
  /** Whether a retry with the same `Idempotency-Key` changes nothing and gets the first response again. */
  readonly once?: true
}

export function endpoint<
  const Method extends Endpoint['method'],
  const Path extends Endpoint['path'],
  const Shape extends Omit<Endpoint, 'method' | 'path'>,
>(method: Method, path: Path, shape: Shape) {
  return { ...shape, method, path }
}

export type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

/** The validated parameters. Without a schema, `slug` and `token` are strings, and all others are ids. */
export type ParamsOf<E extends Endpoint> = E extends { params: infer P extends z.ZodMiniType }
  ? z.output<P>
  : { [Name in ParamName<E['path']>]: Name extends 'slug' | 'token' ? string : number }

type OutputOf<S> = S extends z.ZodMiniType ? z.output<S> : undefined

export type QueryOf<E extends Endpoint> = OutputOf<E['query']>
export type BodyOf<E extends Endpoint> = OutputOf<E['body']>
export type ResponseOf<E extends Endpoint> = E extends { response: infer R extends z.ZodMiniType }
  ? z.output<R>
  : z.output<typeof messageBody>
