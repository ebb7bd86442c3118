import * as golfers from '../../contract/golfers.ts'
import * as sessions from '../../contract/sessions.ts'
import type { Context } from '../context.ts'
import type { RegisterRoute } from '../platform/http/register-route.ts'
import { anyone, signedIn, signedInWithoutCodeCheck, superAdminWithoutCodeCheck } from './access.ts'
import { deleteMyAccount } from './golfers/delete-golfer.ts'
import { readMyData } from './golfers/read-my-data.ts'
import { changeName, changePhone } from './golfers/update-golfer.ts'
import { changePassword } from './sessions/change-password.ts'
import {
  endOtherSessions,
  endSession,
  listSessions,
  presentUser,
} from './sessions/manage-sessions.ts'
import { logIn } from './sessions/start-session.ts'
import { confirmCode, enterCode, removeCode, setUpCode } from './sign-in-codes/manage-code.ts'

export function identityRoutes(route: RegisterRoute, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const beforeCodeCheck = superAdminWithoutCodeCheck(ctx)

  route(sessions.login, anyone, ({ body, ...caller }) => logIn(ctx, body, caller), {
    rate: 'password',
  })

  route(
    sessions.superAdminLogin,
    anyone,
    ({ body, ...caller }) => logIn(ctx, body, caller, { superAdminsOnly: true }),
    { rate: 'password' },
  )

  route(sessions.readCurrentUser, signedInWithoutCodeCheck(ctx), async ({ scope }) =>
    presentUser(scope),
  )

  route(sessions.logout, signedInWithoutCodeCheck(ctx), async ({ scope }) => {
    await endSession(ctx, scope)
    return { message: 'You have been signed out.' }
  })

  route(
    sessions.changePassword,
    golfersOnly,
    async ({ scope, body }) => {
      await changePassword(ctx, scope, body)
      return { message: 'Your password has been changed. Your other devices have been signed out.' }
    },
    { rate: 'password' },
  )

  route(sessions.listSessions, golfersOnly, ({ scope }) =>
    listSessions(ctx.db, scope, ctx.clock.now()),
  )

  route(sessions.endOtherSessions, golfersOnly, async ({ scope }) => {
    const ended = await endOtherSessions(ctx, scope)
    return { message: endedMessage(ended), ended }
  })

  route(sessions.setUpSignInCode, beforeCodeCheck, ({ scope, body }) =>
    setUpCode(ctx, scope, body.code),
  )
  route(sessions.confirmSignInCode, beforeCodeCheck, ({ scope, body }) =>
    confirmCode(ctx, scope, body.code),
  )

  route(sessions.enterSignInCode, beforeCodeCheck, async ({ scope, body }) => {
    await enterCode(ctx, scope, body.code)
    return { message: 'You are signed in.' }
  })

  route(sessions.removeSignInCode, beforeCodeCheck, async ({ scope, body }) => {
    await removeCode(ctx, scope, body.code)
    return { message: 'Your sign-in code has been turned off.' }
  })

  route(golfers.updatePhone, golfersOnly, ({ scope, body }) => changePhone(ctx, scope, body.phone))
  route(golfers.updateName, golfersOnly, ({ scope, body }) => changeName(ctx, scope, body.name))
  route(golfers.downloadMyData, golfersOnly, ({ scope }) => readMyData(ctx, scope))

  route(
    golfers.deleteMyAccount,
    golfersOnly,
    async ({ scope, body }) => {
      await deleteMyAccount(ctx, scope, body.password)
      return { message: 'Your account has been deleted.' }
    },
    { rate: 'password' },
  )
}

function endedMessage(ended: number): string {
  if (ended === 0) return "You aren't signed in anywhere else."
  return ended === 1
    ? '1 other device has been signed out.'
    : `${ended} other devices have been signed out.`
}
