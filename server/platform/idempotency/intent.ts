import { createHash } from 'node:crypto'

/** Something a caller wants done only once, however often the request arrives. */
export interface Intent {
  /** Identifies the caller, the route and the caller's key. */
  readonly id: Buffer
  /** Distinguishes a retry from a different request with the same key. */
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

/** Returns the intent of a request. Keys of different golfers or routes never collide. */
export function intentOf({ key, golferId, route, content }: Request): Intent {
  return {
    id: sha256([golferId ?? null, route, key]),
    fingerprint: sha256(content),
  }
}

function sha256(value: unknown): Buffer {
  return createHash('sha256').update(JSON.stringify(value)).digest()
}
