import {
  checkSlug,
  createGroup,
  golferGroups,
  myGroups,
  OWNER_ONLY,
  transferOwnership,
  updateGroup,
} from '../../contract/groups.ts'
import type { Context } from '../context.ts'
import { anyone, signedIn } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import { ownerById } from './access.ts'
import { createOwnGroup } from './create-own-group.ts'
import { checkSlug as check, listMyGroups } from './find-groups.ts'
import { transferOwnership as transfer } from './transfer-ownership.ts'
import { updateGroup as update } from './update-group.ts'

export function groupRoutes(serve: Serve, ctx: Context): void {
  serve(myGroups, signedIn(ctx), ({ scope }) => listMyGroups(ctx, scope))

  serve(golferGroups, signedIn(ctx), ({ scope }) => listMyGroups(ctx, scope))

  serve(checkSlug, anyone, ({ params }) => check(ctx, params.slug), { rate: 'public' })

  serve(
    createGroup,
    signedIn(ctx),
    runOnce(ctx, (within, { scope, body }) => createOwnGroup(within, scope, body)),
  )

  serve(updateGroup, ownerById(ctx, OWNER_ONLY), ({ scope, body }) => update(ctx, scope, body))

  serve(transferOwnership, ownerById(ctx, OWNER_ONLY), ({ scope, body }) =>
    transfer(ctx, scope, body.newOwnerId),
  )
}
