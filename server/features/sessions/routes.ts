import { changePassword, login, logout, me, superAdminLogin } from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { changePassword as changeTo } from './change-password.ts'
import { endSession } from './end-session.ts'
import { anyone, signedIn } from './gate.ts'
import { presentUser } from './present-user.ts'
import { logIn, logInSuperAdmin } from './start-session.ts'

export function sessionRoutes(serve: Serve, ctx: Context): void {
  serve(login, anyone, ({ body }) => logIn(ctx, body), { rate: 'password' })

  serve(superAdminLogin, anyone, ({ body }) => logInSuperAdmin(ctx, body), { rate: 'password' })

  serve(me, signedIn(ctx), async ({ scope }) => presentUser(scope))

  serve(logout, signedIn(ctx), async ({ scope }) => {
    await endSession(ctx, scope)
    return { message: 'You are signed out.' }
  })

  serve(
    changePassword,
    signedIn(ctx),
    async ({ scope, body }) => {
      await changeTo(ctx, scope, body)
      return { message: 'Your password has been changed. Other devices are signed out.' }
    },
    { rate: 'password' },
  )
}
