import type { MyData } from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import { readOwnPhones } from '../../messaging/push/read-own-phones.ts'
import { readCalendar } from '../../tee-times/calendars/manage-feed.ts'
import { readOwnHooks } from '../../tee-times/cut-offs/read-own-hooks.ts'
import { readOwnStandingTimes } from '../../tee-times/recurring/manage-standing.ts'
import { readOwnWishes } from '../../tee-times/saved-alerts/manage-wishes.ts'
import { readOwnWaiting } from '../../tee-times/waiting-lists/read-own-waiting.ts'
import { readChoices } from '../preferences/choices.ts'
import type { SessionHolder } from '../sessions/access.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { presentUser } from '../sessions/present-user.ts'
import { readTraces } from './store.ts'

/** Returns all data stored about the golfer. Of other people's data, it includes only group names. */
export async function readMyData(ctx: Context, holder: SessionHolder): Promise<MyData> {
  const { groups, teeTimes, joinRequests, invitations, signups, ...traces } = await readTraces(
    ctx.db,
    holder,
  )
  const sessions = await listSessions(ctx, holder)
  return {
    golfer: presentUser(holder),
    groups: groups.map(({ joinedAt, isOwner, isAdmin, ...group }) => ({
      ...group,
      role: isOwner ? 'owner' : isAdmin ? 'admin' : 'member',
      joinedAt: joinedAt.toISOString(),
    })),
    teeTimes,
    ...(await readOwnWaiting(ctx, holder)),
    onTheHook: await readOwnHooks(ctx, holder),
    standingTimes: await readOwnStandingTimes(ctx, holder),
    wishes: await readOwnWishes(ctx, holder),
    joinRequests: joinRequests.map(withIsoDates),
    invitations: invitations.map(withIsoDates),
    waitingGroups: signups.map(withIsoDates),
    payments: traces.payments.map(withIsoMoment),
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({
      device,
      createdAt,
      lastSeenAt,
    })),
    actions: traces.actions.map(withIsoMoment),
    preferences: await readChoices(ctx.db, holder.golferId),
    notifiedPhones: await readOwnPhones(ctx, holder),
    calendar: await readCalendar(ctx, holder),
    textConsents: traces.textConsents.map(withIsoMoment),
    messages: traces.messages.map(withIsoMoment),
    textsFromMe: traces.textsFromMe.map(withIsoMoment),
  }
}

function withIsoMoment<Row extends { at: Date }>({ at, ...row }: Row) {
  return { ...row, at: at.toISOString() }
}

function withIsoDates<Row extends { createdAt: Date }>(row: Row) {
  return { ...row, createdAt: row.createdAt.toISOString() }
}
