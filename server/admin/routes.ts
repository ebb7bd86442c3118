import {
  adminCreateGroup,
  adminGroups,
  changeExpiry,
  deleteGroup,
  deleteUser,
  resetPassword,
  superAdminGroups,
  superAdminMemberships,
  superAdminStats,
  superAdminUsers,
  toggleActive,
} from '../../contract/super-admin.ts'
import type { Context } from '../context.ts'
import { deleteGolfer, superAdmin } from '../identity/index.ts'
import type { Serve } from '../platform/http/serve.ts'
import { runOnce } from '../platform/idempotency/run-once.ts'
import { changeExpiry as changeTo, deleteGroup as remove, setActive } from './change-group.ts'
import { createGroupFor } from './create-group.ts'
import { listGroups } from './list-groups.ts'
import { countAll, listMemberships, listUsers } from './list-users.ts'
import { resetPassword as reset } from './reset-password.ts'

export function superAdminRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdmin(ctx)

  serve(adminGroups, gate, ({ query }) => listGroups(ctx, query))

  serve(
    adminCreateGroup,
    gate,
    runOnce(ctx, (within, { scope, body }) => createGroupFor(within, scope, body)),
  )

  serve(toggleActive, gate, async ({ scope, params, body }) => {
    const name = await setActive(ctx, scope, { ...params, ...body })
    return { message: `${name} is now ${body.isActive ? 'active' : 'inactive'}.` }
  })

  serve(superAdminStats, gate, () => countAll(ctx))

  serve(superAdminUsers, gate, ({ query }) => listUsers(ctx, query))

  serve(superAdminGroups, gate, ({ query }) => listGroups(ctx, query))

  serve(superAdminMemberships, gate, ({ query }) => listMemberships(ctx, query))

  serve(resetPassword, gate, async ({ scope, params, body }) => {
    await reset(ctx, scope, { golferId: params.userId, password: body.password })
    return { message: 'The password has been reset, and the user is signed out everywhere.' }
  })

  serve(deleteUser, gate, async ({ scope, params }) => {
    await deleteGolfer(ctx, scope, params.id)
    return { message: 'The user has been deleted.' }
  })

  serve(changeExpiry, gate, async ({ scope, params, body }) => {
    const { name, end } = await changeTo(ctx, scope, { ...params, ...body })
    return {
      message: end === 'no end' ? `${name} has no end now.` : `${name} runs until ${end}.`,
    }
  })

  serve(deleteGroup, gate, async ({ scope, params }) => {
    const name = await remove(ctx, scope, params.id)
    return { message: `${name} has been deleted.` }
  })
}
