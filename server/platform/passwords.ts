import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash nobody's password has, so that an unknown email takes as long as a known one. */
const decoy = hash(crypto.randomUUID(), ARGON2ID)

/** Answers an argon2id PHC string with a salt of its own. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2ID)
}

/** Whether what is stored is a hash, so that some password matches it. */
export function isHash(stored: string): boolean {
  return stored.startsWith('$argon2id$')
}

/** Whether a password is the one of a stored hash. Anything stored that is no hash matches nothing. */
export async function verifyPassword(
  stored: string | undefined,
  password: string,
): Promise<boolean> {
  if (stored !== undefined && isHash(stored)) return verify(stored, password)
  await verify(await decoy, password)
  return false
}
