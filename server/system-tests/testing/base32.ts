const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes base32 (RFC 4648, section 6), as an authenticator app does. */
export function fromBase32(secret: string): Buffer {
  const bits = Array.from(secret, (letter) =>
    ALPHABET.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
