import { createHash } from 'node:crypto'

/** One thing a caller wants done once, however often the request arrives. */
export interface Intent {
  /** Names the caller, the route and the caller's key. */
  readonly id: Buffer
  /** Tells a retry from another request with the same key. */
  readonly fingerprint: Buffer
}

interface Request {
  /** The `Idempotency-Key` header. */
  readonly key: string
  /** Undefined for a visitor. */
  readonly golferId: number | undefined
  readonly route: string
  /** The parsed parameters and body. */
  readonly content: unknown
}

/** Returns the intent of a request. Keys of different golfers or routes never meet. */
export function intentOf({ key, golferId, route, content }: Request): Intent {
  return {
    id: sha256([golferId ?? null, route, key]),
    fingerprint: sha256(content),
  }
}

function sha256(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest()
}
