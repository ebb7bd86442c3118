/** A lost answer is retried soon or not at all. The same content later is a new intent. */
const KEPT_MS = 10 * 60_000

interface Kept {
  readonly key: string
  readonly until: number
}

const kept = new Map<string, Kept>()

/**
 * Returns the `Idempotency-Key` for something that a person wants done. The same content gets the same
 * key until it has succeeded, so a retry after a lost answer does nothing twice.
 * @param intent who does what: session, address and body
 */
export function keyFor(intent: unknown, now = Date.now()): string {
  for (const [name, { until }] of kept) if (until <= now) kept.delete(name)
  const name = JSON.stringify(intent)
  const key = kept.get(name)?.key ?? randomKey()
  kept.set(name, { key, until: now + KEPT_MS })
  return key
}

/** Ends an intent that succeeded: the same content again is a new one. */
export function deleteKey(intent: unknown): void {
  kept.delete(JSON.stringify(intent))
}

/** Ends all intents, for example when something was removed and may be meant to be created again. */
export function deleteKeys(): void {
  kept.clear()
}

/** Returns a random key. `crypto.randomUUID` is missing on pages that were loaded over plain HTTP. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
