import {
  deleteOwnGroup,
  listDeletedGroups,
  restoreGroup,
} from '../../../contract/group-deletion.ts'
import { OWNER_ONLY } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import { superAdmin } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { ownerById } from '../access.ts'
import { deleteGroup, listDeletedGroups as list, restoreGroup as restore } from './delete-group.ts'

export function groupDeletionRoutes(serve: Serve, ctx: Context): void {
  serve(deleteOwnGroup, ownerById(ctx, OWNER_ONLY), ({ scope, body }) =>
    deleteGroup(ctx, scope, body.name),
  )

  serve(listDeletedGroups, superAdmin(ctx), ({ query }) => list(ctx, query))

  serve(restoreGroup, superAdmin(ctx), async ({ scope, params }) => {
    const name = await restore(ctx, scope, params.id)
    return { message: `${name} is back. Its subscription does not resume.` }
  })
}
