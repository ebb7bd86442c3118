import { AsyncLocalStorage } from 'node:async_hooks'

/** The request or job that the running code works for. Every log line includes it. */
export interface Trace {
  /** The id of the request, or of the request that added the job. */
  readonly reqId?: string
  readonly route?: string
  readonly job?: string
  readonly task?: string
}

const traces = new AsyncLocalStorage<Trace>()

/** Runs `work`, and everything it starts, with a trace. */
export function withTrace<T>(trace: Trace, work: () => T): T {
  return traces.run(trace, work)
}

export const currentTrace = (): Trace => traces.getStore() ?? {}

/** The field of a job's payload that holds the id of the request that added it. */
const REQUEST_ID = 'requestId'

/** Adds the current request's id, if any, to the payload of a job. */
export function withRequestId(payload: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { reqId } = currentTrace()
  return reqId === undefined ? payload : { ...payload, [REQUEST_ID]: reqId }
}

/** Returns the request id that {@link withRequestId} added to a payload. */
export function requestIdIn(payload: unknown): Pick<Trace, 'reqId'> {
  const reqId: unknown = Object(payload)[REQUEST_ID]
  return typeof reqId === 'string' ? { reqId } : {}
}
