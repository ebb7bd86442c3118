import bowser from 'bowser'
import type { OpenSession, User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { notSignedIn } from '../../platform/errors.ts'
import { logAuthEvent } from '../../platform/log.ts'
import type { SessionHolder } from '../access.ts'
import { deleteOtherSessions, deleteSession, findOpenSessions } from './store.ts'

/** Lists the golfer's open sessions: this one first, then by last use. */
export async function listSessions(
  { db, clock }: { db: Queries } & Pick<Context, 'clock'>,
  holder: SessionHolder,
): Promise<OpenSession[]> {
  const open = await findOpenSessions(db, holder, clock.now())
  return open.map(({ userAgent, ...session }) => ({
    device: describeDevice(userAgent),
    ...session,
  }))
}

/** Ends this session. Its live streams close with it. */
export async function endSession(ctx: Context, holder: SessionHolder): Promise<void> {
  await deleteSession(ctx.db, holder)
  logAuthEvent(ctx.log, 'auth.logged_out', { golferId: holder.golferId })
}

/**
 * Ends all other sessions of the golfer, with their live streams. Returns how many.
 * @throws AppError UNAUTHENTICATED when another device has just ended this session
 */
export async function endOtherSessions(ctx: Context, holder: SessionHolder): Promise<number> {
  const ended = await deleteOtherSessions(ctx.db, holder, ctx.clock.now())
  if (ended === undefined) throw notSignedIn()
  logAuthEvent(ctx.log, 'auth.sessions_ended', { golferId: holder.golferId, ended })
  return ended
}

const UNKNOWN = 'Unknown device'
const APPLE_DEVICES = /^(iPhone|iPad)$/
const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
/** The most characters that are parsed. Real user agents are shorter; longer ones could be anything. */
const LONGEST = 500

/** Returns the device that a user agent names, such as 'Chrome on Android' or 'Safari on iPhone'. */
export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, LONGEST) || ' ')
  // For a browser that it does not know, the library uses the first word as the name.
  if (os.name === undefined || !BROWSERS.has(browser.name ?? '')) return os.name ?? UNKNOWN
  const model = APPLE_DEVICES.test(platform.model ?? '') ? platform.model : os.name
  return `${browser.name?.replace(/ for Android$/, '')} on ${model}`
}

/** Returns the golfer of a session in the form sent to that golfer. */
export function presentUser({ sessionId: _, golferId, ...golfer }: SessionHolder): User {
  return { id: golferId, ...golfer }
}
