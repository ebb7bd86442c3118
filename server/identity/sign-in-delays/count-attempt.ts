import { SIGN_IN_LIMITS } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accountKey, fingerprint } from './make-fingerprint.ts'
import {
  deleteFailures,
  deleteOldFailures,
  readEmail,
  releaseAttempt,
  reserveAttempt,
} from './store.ts'

const DAY = 86_400_000

export interface AttemptSubject {
  /** The keyed hash of the account, or of one known device of its golfer. */
  readonly key: string
  /** The network of the attempt, whose failing accounts are counted; omitted, they are not. */
  readonly network?: string | undefined
  /** A sentence added to the error message: what else to do while waiting. */
  readonly advice?: string
}

/**
 * Checks a password or code. Counts the attempt as failed in the database before checking it, so that
 * concurrent attempts on all nodes cannot pass together. A success deletes the failures. Nothing is checked
 * during a delay.
 * @param check returns whether the attempt is right; if it throws, the attempt does not count
 * @throws AppError RATE_LIMITED during a delay
 */
export async function countAttempt(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  { key, network, advice }: AttemptSubject,
  check: () => Promise<boolean>,
): Promise<boolean> {
  // Load tests on loopback all come from one network.
  const counted = network === undefined || !ctx.config.rateLimit ? null : network
  const hashed = counted && (await fingerprint(ctx.db, 'network', counted))
  const wait = await reserveAttempt(
    ctx.db,
    { key, network: hashed, now: ctx.clock.now() },
    SIGN_IN_LIMITS,
  )
  if (wait > 0) throw tooManyAttempts(Math.ceil(wait), advice)
  let isRight: boolean
  try {
    isRight = await check()
  } catch (error) {
    await releaseAttempt(ctx.db, key)
    throw error
  }
  if (isRight) await deleteFailures(ctx.db, key)
  return isRight
}

function tooManyAttempts(seconds: number, advice = ''): AppError {
  const message = `Too many failed tries. Wait ${formatWait(seconds)} and try again. ${advice}`
  return new AppError('RATE_LIMITED', message.trim(), { retryAfter: seconds })
}

function formatWait(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 100) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Deletes the failures of an account whose golfer has just been authenticated in another way. */
export async function clearFailures(tx: Queries, golferId: number): Promise<void> {
  const email = await readEmail(tx, golferId)
  if (email !== undefined) await deleteFailures(tx, await accountKey(tx, email))
}

/** Deletes failures that no longer count, and returns how many. For the nightly job. */
export function purgeOldFailures(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  return deleteOldFailures(ctx.db, new Date(ctx.clock.now().getTime() - DAY))
}
