import bowser from 'bowser'
import type { User } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { logAuthEvent } from '../../platform/log.ts'
import type { SessionHolder } from '../access.ts'
import { deleteOtherSessions, deleteSession, listOpenSessions } from './store.ts'

export async function listSessions(db: Queries, holder: SessionHolder, now: Date) {
  const openSessions = await listOpenSessions(db, holder, now)
  return openSessions.map(({ userAgent, ...rest }) => ({
    device: describeDevice(userAgent),
    ...rest,
  }))
}

export async function endSession(ctx: Context, holder: SessionHolder) {
  await deleteSession(ctx.db, holder)
  logAuthEvent(ctx.log, 'auth.logged_out', { golferId: holder.golferId })
  return { message: 'You have been signed out.' }
}

/** @throws AppError UNAUTHENTICATED if this session has just ended */
export async function endOtherSessions(ctx: Context, holder: SessionHolder) {
  const endedCount = await deleteOtherSessions(ctx.db, holder, ctx.clock.now())
  logAuthEvent(ctx.log, 'auth.sessions_ended', {
    golferId: holder.golferId,
    ended: endedCount,
  })
  return { message: endedMessage(endedCount), ended: endedCount }
}

function endedMessage(endedCount: number): string {
  if (endedCount === 0) return "You aren't signed in anywhere else."
  return endedCount === 1
    ? '1 other device has been signed out.'
    : `${endedCount} other devices have been signed out.`
}

const UNKNOWN_DEVICE = 'Unknown device'
const APPLE_DEVICES = /^(iPhone|iPad)$/
const BROWSERS: ReadonlySet<string> = new Set(Object.values(bowser.BROWSER_MAP))
/** Real user agents are shorter. */
const MAX_PARSED_LENGTH = 500

export function describeDevice(userAgent: string | null): string {
  if (userAgent === null) return UNKNOWN_DEVICE
  const { browser, os, platform } = bowser.parse(userAgent.slice(0, MAX_PARSED_LENGTH) || ' ')
  // If bowser doesn't know the browser, it returns the user agent's first word as the name.
  if (os.name === undefined || !BROWSERS.has(browser.name ?? '')) return os.name ?? UNKNOWN_DEVICE
  const model = APPLE_DEVICES.test(platform.model ?? '') ? platform.model : os.name
  return `${browser.name?.replace(/ for Android$/, '')} on ${model}`
}

export function presentUser({ sessionId: _, golferId, ...golfer }: SessionHolder): User {
  return { id: golferId, ...golfer }
}
