import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that the running code works for. Every log line includes it. */
export interface Trace {
  /** The id of the request, or of the request that added the job. */
  readonly reqId?: string
  readonly route?: string
  readonly job?: string
  readonly task?: string
}

export const traceStorage = new AsyncLocalStorage<Trace>()

export const currentTrace = (): Trace => traceStorage.getStore() ?? {}

const REQUEST_ID_FIELD = 'requestId'

export function withRequestId(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { reqId } = currentTrace()
  return reqId === undefined ? payload : { ...payload, [REQUEST_ID_FIELD]: reqId }
}

export function requestIdIn(payload: unknown): Pick<Trace, 'reqId'> {
  const reqId: unknown = Object(payload)[REQUEST_ID_FIELD]
  return typeof reqId === 'string' ? { reqId } : {}
}
