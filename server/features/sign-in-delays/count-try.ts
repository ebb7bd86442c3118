import { SIGN_IN_LIMITS } from '../../../contract/sign-in-delays.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { accountKey, fingerprint } from './make-fingerprint.ts'
import { deleteFailures, deleteOldFailures, readEmail, returnTry, takeTry } from './store.ts'

const DAY = 86_400_000

export interface TrySubject {
  /** The keyed hash of what is tried: an account, or one device of its golfer. */
  readonly key: string
  /** The network that tries, whose failing accounts are counted; left out, they are not. */
  readonly network?: string | undefined
  /** What else to do while waiting, as a sentence. */
  readonly advice?: string
}

/**
 * Checks a password or code. The try is counted as failed in the database before it is checked, so that
 * tries at the same moment on all nodes cannot pass together; a success forgets the failures. During a
 * wait nothing is checked.
 * @param check whether the try is right; when it throws, the try was none and is not counted
 * @throws AppError RATE_LIMITED during a wait
 */
export async function countTry(
  ctx: Pick<Context, 'db' | 'clock' | 'config'>,
  { key, network, advice }: TrySubject,
  check: () => Promise<boolean>,
): Promise<boolean> {
  // Load tests on loopback come from one network.
  const counted = network === undefined || !ctx.config.rateLimit ? null : network
  const hashed = counted && (await fingerprint(ctx.db, 'network', counted))
  const wait = await takeTry(ctx.db, { key, network: hashed, now: ctx.clock.now() }, SIGN_IN_LIMITS)
  if (wait > 0) throw waitFirst(Math.ceil(wait), advice)
  let isRight: boolean
  try {
    isRight = await check()
  } catch (error) {
    await returnTry(ctx.db, key)
    throw error
  }
  if (isRight) await deleteFailures(ctx.db, key)
  return isRight
}

function waitFirst(seconds: number, advice = ''): AppError {
  const message = `Too many failed tries. Wait ${inWords(seconds)} and try again. ${advice}`
  return new AppError('RATE_LIMITED', message.trim(), { retryAfter: seconds })
}

function inWords(seconds: number): string {
  if (seconds === 1) return 'a second'
  if (seconds < 100) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Forgets the failures of a golfer's account: its golfer has just shown who they are another way. */
export async function forgetFailures(tx: Queries, golferId: number): Promise<void> {
  const email = await readEmail(tx, golferId)
  if (email !== undefined) await deleteFailures(tx, await accountKey(tx, email))
}

/** Deletes failures that no longer count. For the nightly job; returns how many. */
export function forgetOldFailures(ctx: Pick<Context, 'db' | 'clock'>): Promise<number> {
  return deleteOldFailures(ctx.db, new Date(ctx.clock.now().getTime() - DAY))
}
