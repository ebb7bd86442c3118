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
import { confirmCode, enterCode, setUpCode, turnOffCode } from './sign-in-codes/manage-code.ts'

export function identityRoutes(route: RegisterRoute, ctx: Context): void {
  const golfersOnly = signedIn(ctx)
  const golfersBeforeCode = signedInWithoutCodeCheck(ctx)
  const adminsBeforeCode = superAdminWithoutCodeCheck(ctx)
  const rate = 'password'

  route(sessions.login, anyone, ({ body, ...caller }) => logIn(ctx, body, caller), { rate })
  route(
    sessions.superAdminLogin,
    anyone,
    ({ body, ...caller }) => logIn(ctx, body, caller, { superAdminsOnly: true }),
    { rate },
  )
  route(sessions.readCurrentUser, golfersBeforeCode, async ({ scope }) => presentUser(scope))
  route(sessions.logout, golfersBeforeCode, ({ scope }) => endSession(ctx, scope))
  route(
    sessions.changePassword,
    golfersOnly,
    ({ scope, body }) => changePassword(ctx, scope, body),
    { rate },
  )
  route(sessions.listSessions, golfersOnly, ({ scope }) =>
    listSessions(ctx.db, scope, ctx.clock.now()),
  )
  route(sessions.endOtherSessions, golfersOnly, ({ scope }) => endOtherSessions(ctx, scope))

  route(sessions.setUpSignInCode, adminsBeforeCode, ({ scope, body }) =>
    setUpCode(ctx, scope, body.code),
  )
  route(sessions.confirmSignInCode, adminsBeforeCode, ({ scope, body }) =>
    confirmCode(ctx, scope, body.code),
  )
  route(sessions.enterSignInCode, adminsBeforeCode, ({ scope, body }) =>
    enterCode(ctx, scope, body.code),
  )
  route(sessions.removeSignInCode, adminsBeforeCode, ({ scope, body }) =>
    turnOffCode(ctx, scope, body.code),
  )

  route(golfers.updatePhone, golfersOnly, ({ scope, body }) => changePhone(ctx, scope, body.phone))
  route(golfers.updateName, golfersOnly, ({ scope, body }) => changeName(ctx, scope, body.name))
  route(golfers.downloadMyData, golfersOnly, ({ scope }) => readMyData(ctx, scope))
  route(
    golfers.deleteMyAccount,
    golfersOnly,
    ({ scope, body }) => deleteMyAccount(ctx, scope, body.password),
    { rate },
  )
}
