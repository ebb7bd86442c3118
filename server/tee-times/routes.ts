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
  setDateSkipped,
} from './recurring/manage-recurring.ts'
import { releaseReservation, reserveSpot } from './reserve-spot.ts'
import {
  listMyRounds,
  readMyRoundsSummary,
  readSeason,
  writeMyRoundsCsv,
  writeSeasonCsv,
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

  route(groups.readGroup, viewersOnly, ({ access }) => readGroup(ctx, access))
  route(teeTimes.listTeeTimes, viewerOfList(ctx), ({ access }) => listTeeTimesAsJson(ctx, access))
  route(teeTimes.listMyTeeTimes, golfersOnly, ({ access }) => listMyTeeTimes(ctx, access))
  route(teeTimes.listUsedCourses, membersOnly, ({ access }) => listUsedCourses(ctx, access))

  route(
    teeTimes.postTeeTime,
    memberByBody(ctx),
    ({ txCtx, access, body }) => postTeeTime(txCtx, access, body),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(teeTimes.editTeeTime, editorsOnly, ({ access, body }) => editTeeTime(ctx, access, body))
  route(teeTimes.claimSpot, byTeeTime, ({ access, body }) => claimSpot(ctx, access, body))
  route(teeTimes.leaveSpot, byTeeTime, ({ access }) => leaveSpot(ctx, access))

  route(teeTimes.cancelTeeTime, cancellerByTeeTime(ctx), async ({ access }) => {
    await cancelTeeTime(ctx, access)
    return { message: 'The tee time has been successfully cancelled.' }
  })

  route(teeTimes.cleanUpPastTeeTimes, golfersOnly, async ({ access }) => ({
    archived: await archiveTeeTimes(ctx, access),
  }))

  route(spots.joinWaitingList, byTeeTime, ({ access, body }) => joinWaitingList(ctx, access, body))
  route(spots.listMyWaitingEntries, golfersOnly, ({ access }) => listMyWaitingLists(ctx, access))
  route(spots.leaveWaitingList, byTeeTime, ({ access }) => leaveWaitingList(ctx, access))

  route(
    spots.bringGuest,
    byTeeTime,
    ({ txCtx, access, body }) => bringGuest(txCtx, access, body.name),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(spots.removeGuest, byTeeTime, ({ access, params }) =>
    removeGuest(ctx, access, params.guestId),
  )

  route(
    spots.reserveSpot,
    editorsOnly,
    ({ txCtx, access, body }) => reserveSpot(txCtx, access, body),
    { refresh: (card) => readCurrentCard(ctx, card) },
  )

  route(spots.releaseReservation, byTeeTime, ({ access, params }) =>
    releaseReservation(ctx, access, params.reservationId),
  )

  route(recurring.listRecurringTeeTimes, viewerById(ctx), ({ access }) =>
    listRecurringTeeTimes(ctx, access),
  )

  route(
    recurring.createRecurringTeeTime,
    membersOnly,
    ({ txCtx, access, body }) => createRecurring(txCtx, access, body),
    {
      refresh: async (first) => ({ ...first, teeTime: await readCurrentCard(ctx, first.teeTime) }),
    },
  )

  route(recurring.skipRecurringDate, membersOnly, ({ access, params, body }) =>
    setDateSkipped(ctx, access, params.recurringId, { date: body.date, isSkipped: true }),
  )
  route(recurring.unskipRecurringDate, membersOnly, ({ access, params, body }) =>
    setDateSkipped(ctx, access, params.recurringId, { date: body.date, isSkipped: false }),
  )

  route(recurring.endRecurringTeeTime, membersOnly, async ({ access, params }) => {
    await endRecurring(ctx, access, params.recurringId)
    return { message: 'The recurring tee time has ended.' }
  })

  route(savedAlerts.listMySavedAlerts, membersOnly, ({ access }) => listSavedAlerts(ctx.db, access))

  route(savedAlerts.createSavedAlert, membersOnly, ({ txCtx, access, body }) =>
    createSavedAlert(txCtx, access, body),
  )

  route(savedAlerts.deleteSavedAlert, membersOnly, ({ access, params }) =>
    deleteSavedAlert(ctx, access, params.savedAlertId),
  )

  route(
    delays.delayMorning,
    morningByTeeTime(ctx),
    ({ txCtx, access, body }) => delayMorning(txCtx, access, body),
    { refresh: (cards) => Promise.all(cards.map((card) => readCurrentCard(ctx, card))) },
  )

  route(delays.reportLate, byTeeTime, ({ txCtx, access, body }) =>
    reportLate(txCtx, access, body.minutes),
  )

  route(cutOffs.callForPlayers, editorsOnly, ({ access }) => callForPlayers(ctx, access))

  calendarRoutes(app, route, ctx, limits)

  route(rounds.readSeason, viewersOnly, ({ access, query }) => readSeason(ctx, access, query))
  route(rounds.listMyRounds, golfersOnly, ({ access, query }) => listMyRounds(ctx, access, query))

  route(rounds.readMyRoundsSummary, golfersOnly, ({ access, query }) =>
    readMyRoundsSummary(ctx, access, query),
  )

  route(rounds.downloadSeason, viewersOnly, ({ access, query }) =>
    writeSeasonCsv(ctx, access, query),
  )
  route(rounds.downloadMyRounds, golfersOnly, ({ access, query }) =>
    writeMyRoundsCsv(ctx, access, query),
  )
}
