import type { FastifyInstance } from 'fastify'
import * as cutOffs from '../../contract/cut-offs.ts'
import * as delays from '../../contract/delays.ts'
import * as groups from '../../contract/groups.ts'
import * as recurring from '../../contract/recurring-tee-times.ts'
import * as rounds from '../../contract/rounds.ts'
import * as savedAlerts from '../../contract/saved-alerts.ts'
import * as spots from '../../contract/spots.ts'
import * as teeTimes from '../../contract/tee-times.ts'
import type { Context } from '../context.ts'
import { memberByBody, memberById, viewerById, viewerBySlug } from '../groups/index.ts'
import { signedIn } from '../identity/index.ts'
import type { RateLimits } from '../platform/http/rate-limits.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import {
  cancellerByTeeTime,
  editorByTeeTime,
  memberByTeeTime,
  morningByTeeTime,
  viewerOfList,
} from './access.ts'
import { archiveTeeTimes } from './archive/archive-tee-times.ts'
import { calendarRoutes } from './calendars/routes.ts'
import { cancelTeeTime } from './cancel-tee-time.ts'
import { claimSpot, leaveSpot } from './claim-spot.ts'
import { callForPlayers } from './cut-offs/call-for-players.ts'
import { delayMorning, reportLate } from './delays/delay-tee-times.ts'
import { editTeeTime } from './edit-tee-time.ts'
import {
  listMyTeeTimes,
  listMyWaitingLists,
  listTeeTimesAsJson,
  listUsedCourses,
  readCurrentCard,
  readGroup,
} from './lists/list-tee-times.ts'
import { bringGuest, removeGuest } from './manage-guests.ts'
import { postTeeTime } from './post-tee-time.ts'
import {
  createRecurring,
  endRecurring,
  listRecurringTeeTimes,
  skipDate,
} from './recurring/manage-recurring.ts'
import { releaseReservation, reserveSpot } from './reserve-spot.ts'
import {
  listMyRounds,
  readMyRounds,
  readSeason,
  writeMyRounds,
  writeSeason,
} from './rounds/read-rounds.ts'
import {
  createSavedAlert,
  deleteSavedAlert,
  listSavedAlerts,
} from './saved-alerts/manage-saved-alerts.ts'
import { joinWaitingList, leaveWaitingList } from './wait-for-spot.ts'

export function teeTimeRoutes(
  app: FastifyInstance,
  route: RegisterRoute<Context>,
  ctx: Context,
  limits: RateLimits,
): void {
  const golfersOnly = signedIn(ctx)
  const membersOnly = memberById(ctx)
  const viewersOnly = viewerBySlug(ctx)
  const byTeeTime = memberByTeeTime(ctx)
  const editorsOnly = editorByTeeTime(ctx)

  route(groups.readGroup, viewersOnly, ({ scope }) => readGroup(ctx, scope))
  route(teeTimes.listTeeTimes, viewerOfList(ctx), ({ scope }) => listTeeTimesAsJson(ctx, scope))
  route(teeTimes.listMyTeeTimes, golfersOnly, ({ scope }) => listMyTeeTimes(ctx, scope))
  route(teeTimes.listUsedCourses, membersOnly, ({ scope }) => listUsedCourses(ctx, scope))

  route(
    teeTimes.postTeeTime,
    memberByBody(ctx),
    ({ txCtx, scope, body }) => postTeeTime(txCtx, scope, body),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(teeTimes.editTeeTime, editorsOnly, ({ scope, body }) => editTeeTime(ctx, scope, body))
  route(teeTimes.claimSpot, byTeeTime, ({ scope, body }) => claimSpot(ctx, scope, body))
  route(teeTimes.leaveSpot, byTeeTime, ({ scope }) => leaveSpot(ctx, scope))

  route(teeTimes.cancelTeeTime, cancellerByTeeTime(ctx), async ({ scope }) => {
    await cancelTeeTime(ctx, scope)
    return { message: 'The tee time has been successfully cancelled.' }
  })

  route(teeTimes.cleanUpPastTeeTimes, golfersOnly, async ({ scope }) => ({
    archived: await archiveTeeTimes(ctx, scope),
  }))

  route(spots.joinWaitingList, byTeeTime, ({ scope, body }) => joinWaitingList(ctx, scope, body))
  route(spots.listMyWaitingEntries, golfersOnly, ({ scope }) => listMyWaitingLists(ctx, scope))
  route(spots.leaveWaitingList, byTeeTime, ({ scope }) => leaveWaitingList(ctx, scope))

  route(
    spots.bringGuest,
    byTeeTime,
    ({ txCtx, scope, body }) => bringGuest(txCtx, scope, body.name),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(spots.removeGuest, byTeeTime, ({ scope, params }) =>
    removeGuest(ctx, scope, params.guestId),
  )

  route(
    spots.reserveSpot,
    editorsOnly,
    ({ txCtx, scope, body }) => reserveSpot(txCtx, scope, body),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(spots.releaseReservation, byTeeTime, ({ scope, params }) =>
    releaseReservation(ctx, scope, params.reservationId),
  )

  route(recurring.listRecurringTeeTimes, viewerById(ctx), ({ scope }) =>
    listRecurringTeeTimes(ctx, scope),
  )

  route(
    recurring.createRecurringTeeTime,
    membersOnly,
    ({ txCtx, scope, body }) => createRecurring(txCtx, scope, body),
    {
      refresh: async (first) => ({ ...first, teeTime: await readCurrentCard(ctx, first.teeTime) }),
    },
  )

  route(recurring.skipRecurringDate, membersOnly, ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, { date: body.date, skip: true }),
  )
  route(recurring.unskipRecurringDate, membersOnly, ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, { date: body.date, skip: false }),
  )

  route(recurring.endRecurringTeeTime, membersOnly, async ({ scope, params }) => {
    await endRecurring(ctx, scope, params.recurringId)
    return { message: 'The recurring tee time has ended.' }
  })

  route(savedAlerts.listMySavedAlerts, membersOnly, ({ scope }) => listSavedAlerts(ctx.db, scope))

  route(savedAlerts.createSavedAlert, membersOnly, ({ txCtx, scope, body }) =>
    createSavedAlert(txCtx, scope, body),
  )

  route(savedAlerts.deleteSavedAlert, membersOnly, ({ scope, params }) =>
    deleteSavedAlert(ctx, scope, params.savedAlertId),
  )

  route(
    delays.delayMorning,
    morningByTeeTime(ctx),
    ({ txCtx, scope, body }) => delayMorning(txCtx, scope, body),
    { refresh: (cards) => Promise.all(cards.map((card) => readCurrentCard(ctx, card))) },
  )

  route(delays.reportLate, byTeeTime, ({ txCtx, scope, body }) =>
    reportLate(txCtx, scope, body.minutes),
  )

  route(cutOffs.callForPlayers, editorsOnly, ({ scope }) => callForPlayers(ctx, scope))

  calendarRoutes(app, route, ctx, limits)

  route(rounds.readSeason, viewersOnly, ({ scope, query }) => readSeason(ctx, scope, query))
  route(rounds.listMyRounds, golfersOnly, ({ scope, query }) => listMyRounds(ctx, scope, query))

  route(rounds.readMyRoundsSummary, golfersOnly, ({ scope, query }) =>
    readMyRounds(ctx, scope, query),
  )

  route(rounds.downloadSeason, viewersOnly, ({ scope, query }) => writeSeason(ctx, scope, query))
  route(rounds.downloadMyRounds, golfersOnly, ({ scope, query }) =>
    writeMyRounds(ctx, scope, query),
  )
}
