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
import {
  type FileKind,
  type RegisterRoute,
  registerFileRoute,
} from '../platform/http/register-route.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import {
  cancellerByTeeTime,
  editorByTeeTime,
  memberByTeeTime,
  morningByTeeTime,
  viewerOfList,
} from './access.ts'
import { archiveTeeTimes } from './archive/archive-tee-times.ts'
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
  listMySavedAlerts,
} from './saved-alerts/manage-saved-alerts.ts'
import { joinWaitingList, leaveWaitingList } from './wait-for-spot.ts'

export function teeTimeRoutes(route: RegisterRoute, ctx: Context): void {
  const anyGolfer = signedIn(ctx)
  const viewer = viewerBySlug(ctx)
  const member = memberById(ctx)
  const ofTeeTime = memberByTeeTime(ctx)
  const editor = editorByTeeTime(ctx)

  route(groups.readGroup, viewer, ({ scope }) => readGroup(ctx, scope))

  route(teeTimes.listTeeTimes, viewerOfList(ctx), ({ scope }) => listTeeTimesAsJson(ctx, scope))

  route(teeTimes.myTeeTimes, anyGolfer, ({ scope }) => listMyTeeTimes(ctx, scope))

  route(teeTimes.listUsedCourses, member, ({ scope }) => listUsedCourses(ctx, scope))

  route(
    teeTimes.postTeeTime,
    memberByBody(ctx),
    runOnce(ctx, (within, { scope, body }) => postTeeTime(within, scope, body), readCurrentCard),
  )

  route(teeTimes.editTeeTime, editor, ({ scope, body }) => editTeeTime(ctx, scope, body))

  route(teeTimes.claimSpot, ofTeeTime, ({ scope, body }) => claimSpot(ctx, scope, body))

  route(teeTimes.leaveSpot, ofTeeTime, ({ scope }) => leaveSpot(ctx, scope))

  route(teeTimes.cancelTeeTime, cancellerByTeeTime(ctx), async ({ scope }) => {
    await cancelTeeTime(ctx, scope)
    return { message: 'The tee time has been successfully cancelled.' }
  })

  route(teeTimes.cleanUpPastTeeTimes, anyGolfer, async ({ scope }) => ({
    archived: await archiveTeeTimes(ctx, scope),
  }))

  route(spots.joinWaitingList, ofTeeTime, ({ scope, body }) => joinWaitingList(ctx, scope, body))

  route(spots.listMyWaitingEntries, anyGolfer, ({ scope }) => listMyWaitingLists(ctx, scope))

  route(spots.leaveWaitingList, ofTeeTime, ({ scope }) => leaveWaitingList(ctx, scope))

  route(
    spots.bringGuest,
    ofTeeTime,
    runOnce(
      ctx,
      (within, { scope, body }) => bringGuest(within, scope, body.name),
      readCurrentCard,
    ),
  )

  route(spots.removeGuest, ofTeeTime, ({ scope, params }) =>
    removeGuest(ctx, scope, params.guestId),
  )

  route(
    spots.reserveSpot,
    editor,
    runOnce(ctx, (within, { scope, body }) => reserveSpot(within, scope, body), readCurrentCard),
  )

  route(spots.releaseReservation, ofTeeTime, ({ scope, params }) =>
    releaseReservation(ctx, scope, params.reservationId),
  )

  route(recurring.listRecurringTeeTimes, viewerById(ctx), ({ scope }) =>
    listRecurringTeeTimes(ctx, scope),
  )

  route(
    recurring.createRecurringTeeTime,
    member,
    runOnce(
      ctx,
      (within, { scope, body }) => createRecurring(within, scope, body),
      async (within, first) => ({
        ...first,
        teeTime: await readCurrentCard(within, first.teeTime),
      }),
    ),
  )

  route(recurring.skipRecurringDate, member, ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, { date: body.date, skip: true }),
  )

  route(recurring.unskipRecurringDate, member, ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, { date: body.date, skip: false }),
  )

  route(recurring.endRecurringTeeTime, member, async ({ scope, params }) => {
    await endRecurring(ctx, scope, params.recurringId)
    return { message: 'The recurring tee time has ended.' }
  })

  route(savedAlerts.listMySavedAlerts, member, ({ scope }) => listMySavedAlerts(ctx, scope))

  route(
    savedAlerts.createSavedAlert,
    member,
    runOnce(ctx, (within, { scope, body }) => createSavedAlert(within, scope, body)),
  )

  route(savedAlerts.deleteSavedAlert, member, ({ scope, params }) =>
    deleteSavedAlert(ctx, scope, params.savedAlertId),
  )

  route(
    delays.delayMorning,
    morningByTeeTime(ctx),
    runOnce(
      ctx,
      (within, { scope, body }) => delayMorning(within, scope, body),
      (within, cards) => Promise.all(cards.map((card) => readCurrentCard(within, card))),
    ),
  )

  route(
    delays.reportLate,
    ofTeeTime,
    runOnce(ctx, (within, { scope, body }) => reportLate(within, scope, body.minutes)),
  )

  route(cutOffs.callForPlayers, editor, ({ scope }) => callForPlayers(ctx, scope))
}

export function roundRoutes(route: RegisterRoute, ctx: Context): void {
  const anyGolfer = signedIn(ctx)

  route(rounds.readSeason, viewerBySlug(ctx), ({ scope, query }) =>
    readSeason(ctx, scope, query.year),
  )

  route(rounds.listMyRounds, anyGolfer, ({ scope, query }) => listMyRounds(ctx, scope, query))

  route(rounds.readMyRoundsSummary, anyGolfer, ({ scope, query }) =>
    readMyRounds(ctx, scope, query.year),
  )
}

const CSV_FILE: FileKind = { type: 'text/csv', ending: 'csv', description: 'A CSV file' }

/** Registers the routes that return a CSV file instead of JSON. */
export function roundFileRoutes(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  registerFileRoute(app, limits, CSV_FILE, rounds.downloadSeason, viewerBySlug(ctx), (call) =>
    writeSeason(ctx, call.scope, call.query.year),
  )

  registerFileRoute(app, limits, CSV_FILE, rounds.downloadMyRounds, signedIn(ctx), (call) =>
    writeMyRounds(ctx, call.scope, call.query.year),
  )
}
