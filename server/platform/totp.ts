import { createHmac, timingSafeEqual } from 'node:crypto'

const STEP_MS = 30_000
const CODE_LENGTH = 6
const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the one-time password for a counter: HOTP with SHA-1 and six digits (RFC 4226, 5.3). */
export function hotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const digest = createHmac('sha1', secret).update(message).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}

/** Returns a valid code's 30-second step, or undefined. Accepts clocks one step off (RFC 6238, 5.2). */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = Math.floor(now.getTime() / STEP_MS)
  return [current, Math.max(current - 1, 0), current + 1].find((step) =>
    timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code)),
  )
}

/** Encodes bytes in base32 without padding (RFC 4648, 6), the form that authenticator apps expect. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => BASE32_ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}
