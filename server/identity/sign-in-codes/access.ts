import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Access } from '../../platform/http/serve.ts'
import { holderBeforeCode, type SessionHolder } from '../sessions/access.ts'

declare const proven: unique symbol

/** A super admin, who may still have to set up or enter a sign-in code. */
export interface CodeHolder {
  readonly [proven]: 'CodeHolder'
  readonly sessionId: string
  readonly golferId: number
  readonly email: string
  readonly signInCode: SessionHolder['signInCode']
}

/** Allows super admins, with or without their sign-in code. */
export function superAdminBeforeCode(ctx: Context): Access<SessionHolder, CodeHolder, unknown> {
  return {
    name: 'super admins, even before entering a sign-in code',
    identify: (bearer) => holderBeforeCode(ctx, bearer),
    async authorize({ sessionId, golferId, email, isSuperAdmin, signInCode }) {
      if (!isSuperAdmin) {
        throw new AppError('FORBIDDEN', 'Sign-in codes are for super admins.')
      }
      return { sessionId, golferId, email, signInCode } as CodeHolder
    },
  }
}
