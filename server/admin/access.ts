import type { Context } from '../context.ts'
import { holderOf, type SessionHolder } from '../identity/sessions/access.ts'
import { AppError } from '../platform/errors.ts'
import type { Access } from '../platform/http/serve.ts'

declare const proven: unique symbol

/** Someone who manages all groups and users. */
export interface SuperAdmin {
  readonly [proven]: 'SuperAdmin'
  readonly golferId: number
}

/** Allows only super admins. */
export function superAdmin(ctx: Context): Access<SessionHolder, SuperAdmin, unknown> {
  return {
    name: 'super admins',
    identify: (bearer) => holderOf(ctx, bearer),
    async prove({ golferId, isSuperAdmin }) {
      if (!isSuperAdmin) throw new AppError('FORBIDDEN', 'Only super admins may do this.')
      return { golferId } as SuperAdmin
    },
  }
}
