import { callForPlayers } from '../../contract/cut-offs.ts'
import { delayMorning, runLate } from '../../contract/delays.ts'
import { readGroup } from '../../contract/groups.ts'
import { bringGuest, removeGuest } from '../../contract/guests.ts'
import {
  createRecurringTeeTime,
  endRecurringTeeTime,
  listRecurringTeeTimes,
  skipRecurringDate,
  unskipRecurringDate,
} from '../../contract/recurring-tee-times.ts'
import { releaseReservation, reserveSpot } from '../../contract/reservations.ts'
import {
  createSavedAlert,
  deleteSavedAlert,
  listMySavedAlerts,
} from '../../contract/saved-alerts.ts'
import {
  cancelTeeTime,
  claimSpot,
  cleanUpPastTeeTimes,
  editTeeTime,
  leaveSpot,
  listTeeTimes,
  myTeeTimes,
  postTeeTime,
} from '../../contract/tee-times.ts'
import { listMyWaitingEntries, stopWaiting, waitForSpot } from '../../contract/waiting-lists.ts'
import type { Context } from '../context.ts'
import { memberByBody, memberById, viewerById, viewerBySlug } from '../groups/index.ts'
import { signedIn } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { runOnce } from '../platform/idempotency/once.ts'
import {
  cancellerByTeeTime,
  editorByTeeTime,
  memberByTeeTime,
  morningByTeeTime,
  viewerOfList,
} from './access.ts'
import { archiveTeeTimes } from './archive/archive-tee-times.ts'
import { cancelTeeTime as cancel } from './cancel-tee-time.ts'
import { currentCard } from './cards/read-cards.ts'
import { claimSpot as claim, leaveSpot as leave } from './claim-spot.ts'
import { callForPlayers as call } from './cut-offs/call-for-players.ts'
import { delayMorning as delay, runLate as late } from './delays/delay-tee-times.ts'
import { editTeeTime as edit } from './edit-tee-time.ts'
import { listAsJson, listMyTeeTimes, readGroup as read } from './list-tee-times.ts'
import { bringGuest as bring, removeGuest as remove } from './manage-guests.ts'
import { postTeeTime as post } from './post-tee-time.ts'
import {
  createRecurring,
  endRecurring,
  listRecurringTeeTimes as list,
  skipDate,
  unskipDate,
} from './recurring/manage-recurring.ts'
import { releaseReservation as release, reserveSpot as reservation } from './reserve-spot.ts'
import {
  deleteSavedAlert as drop,
  listMine,
  createSavedAlert as make,
} from './saved-alerts/manage-saved-alerts.ts'
import { readOwnWaitingLists, stopWaiting as stop, waitForSpot as wait } from './wait-for-spot.ts'

export function teeTimeRoutes(serve: Serve, ctx: Context): void {
  serve(readGroup, viewerBySlug(ctx), ({ scope }) => read(ctx, scope))

  serve(listTeeTimes, viewerOfList(ctx), ({ scope }) => listAsJson(ctx, scope))

  serve(myTeeTimes, signedIn(ctx), ({ scope }) => listMyTeeTimes(ctx, scope))

  serve(
    postTeeTime,
    memberByBody(ctx),
    runOnce(ctx, (within, { scope, body }) => post(within, scope, body), currentCard),
  )

  serve(editTeeTime, editorByTeeTime(ctx), ({ scope, body }) => edit(ctx, scope, body))

  serve(claimSpot, memberByTeeTime(ctx), ({ scope, body }) =>
    claim(ctx, scope, { warnOfOverlap: body?.warnOfOverlap }),
  )

  serve(leaveSpot, memberByTeeTime(ctx), ({ scope }) => leave(ctx, scope))

  serve(cancelTeeTime, cancellerByTeeTime(ctx), async ({ scope }) => {
    await cancel(ctx, scope)
    return { message: 'The tee time has been successfully cancelled.' }
  })

  serve(cleanUpPastTeeTimes, signedIn(ctx), async ({ scope }) => ({
    archived: await archiveTeeTimes(ctx, scope),
  }))
}

export function waitingListRoutes(serve: Serve, ctx: Context): void {
  serve(waitForSpot, memberByTeeTime(ctx), ({ scope, body }) =>
    wait(ctx, scope, { autoAccept: body?.autoAccept }),
  )

  serve(listMyWaitingEntries, signedIn(ctx), ({ scope }) => readOwnWaitingLists(ctx, scope))

  serve(stopWaiting, memberByTeeTime(ctx), ({ scope }) => stop(ctx, scope))
}

export function guestRoutes(serve: Serve, ctx: Context): void {
  serve(
    bringGuest,
    memberByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => bring(within, scope, body.name), currentCard),
  )

  serve(removeGuest, memberByTeeTime(ctx), ({ scope, params }) =>
    remove(ctx, scope, params.guestId),
  )
}

export function reservationRoutes(serve: Serve, ctx: Context): void {
  serve(
    reserveSpot,
    editorByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => reservation(within, scope, body), currentCard),
  )

  serve(releaseReservation, memberByTeeTime(ctx), ({ scope, params }) =>
    release(ctx, scope, params.reservationId),
  )
}

export function recurringRoutes(serve: Serve, ctx: Context): void {
  serve(listRecurringTeeTimes, viewerById(ctx), ({ scope }) => list(ctx, scope))

  serve(
    createRecurringTeeTime,
    memberById(ctx),
    runOnce(
      ctx,
      (within, { scope, body }) => createRecurring(within, scope, body),
      async (within, { teeTime, recurringTeeTime }) => ({
        teeTime: await currentCard(within, teeTime),
        recurringTeeTime,
      }),
    ),
  )

  serve(skipRecurringDate, memberById(ctx), ({ scope, params, body }) =>
    skipDate(ctx, scope, params.recurringId, body.date),
  )

  serve(unskipRecurringDate, memberById(ctx), ({ scope, params, body }) =>
    unskipDate(ctx, scope, params.recurringId, body.date),
  )

  serve(endRecurringTeeTime, memberById(ctx), async ({ scope, params }) => {
    await endRecurring(ctx, scope, params.recurringId)
    return { message: 'The standing tee time has ended.' }
  })
}

export function savedAlertRoutes(serve: Serve, ctx: Context): void {
  serve(listMySavedAlerts, memberById(ctx), ({ scope }) => listMine(ctx, scope))

  serve(
    createSavedAlert,
    memberById(ctx),
    runOnce(ctx, (within, { scope, body }) => make(within, scope, body)),
  )

  serve(deleteSavedAlert, memberById(ctx), ({ scope, params }) =>
    drop(ctx, scope, params.savedAlertId),
  )
}

export function delayRoutes(serve: Serve, ctx: Context): void {
  serve(
    delayMorning,
    morningByTeeTime(ctx),
    runOnce(
      ctx,
      (within, { scope, body }) => delay(within, scope, body),
      (within, cards) => Promise.all(cards.map((card) => currentCard(within, card))),
    ),
  )

  serve(
    runLate,
    memberByTeeTime(ctx),
    runOnce(ctx, (within, { scope, body }) => late(within, scope, body.minutes)),
  )
}

export function cutOffRoutes(serve: Serve, ctx: Context): void {
  serve(callForPlayers, editorByTeeTime(ctx), ({ scope }) => call(ctx, scope))
}
