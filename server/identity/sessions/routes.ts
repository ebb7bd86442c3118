import {
  changePassword,
  endOtherSessions,
  listSessions,
  login,
  logout,
  me,
  superAdminLogin,
} from '../../../contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { anyone, signedIn, signedInBeforeCode } from '../access.ts'
import { changePassword as changeTo } from './change-password.ts'
import {
  endOtherSessions as endOthers,
  endSession,
  listSessions as openSessions,
  presentUser,
} from './manage-sessions.ts'
import { logIn, logInSuperAdmin } from './start-session.ts'

export function sessionRoutes(serve: Serve, ctx: Context): void {
  serve(login, anyone, ({ body, ...caller }) => logIn(ctx, body, caller), { rate: 'password' })

  serve(superAdminLogin, anyone, ({ body, ...caller }) => logInSuperAdmin(ctx, body, caller), {
    rate: 'password',
  })

  serve(me, signedInBeforeCode(ctx), async ({ scope }) => presentUser(scope))

  serve(logout, signedInBeforeCode(ctx), async ({ scope }) => {
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

  serve(listSessions, signedIn(ctx), ({ scope }) => openSessions(ctx, scope))

  serve(endOtherSessions, signedIn(ctx), async ({ scope }) => {
    const ended = await endOthers(ctx, scope)
    return { message: endedMessage(ended), ended }
  })
}

function endedMessage(ended: number): string {
  if (ended === 0) return 'You are signed in nowhere else.'
  return ended === 1 ? '1 other device is signed out.' : `${ended} other devices are signed out.`
}
