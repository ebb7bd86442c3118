import { readGroup } from '../../contract/groups.ts'
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
import type { Context } from '../context.ts'
import { memberByBody, viewerBySlug } from '../groups/index.ts'
import { signedIn } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import { cancellerByTeeTime, editorByTeeTime, memberByTeeTime, viewerOfList } from './access.ts'
import { archiveTeeTimes } from './archive-tee-times.ts'
import { cancelTeeTime as cancel } from './cancel-tee-time.ts'
import { claimSpot as claim, leaveSpot as leave } from './claim-spot.ts'
import { currentCard } from './current-card.ts'
import { editTeeTime as edit } from './edit-tee-time.ts'
import { readGroup as read } from './group-home/read-group.ts'
import { listMyTeeTimes } from './list-my-tee-times.ts'
import { listAsJson } from './list-tee-times.ts'
import { postTeeTime as post } from './post-tee-time.ts'

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
