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
  const superAdminsBeforeCode = superAdminWithoutCodeCheck(ctx)
  const rate = 'password'

  route(sessions.login, anyone, ({ body, ...caller }) => logIn(ctx, body, caller), { rate })
  route(
    sessions.superAdminLogin,
    anyone,
    ({ body, ...caller }) => logIn(ctx, body, caller, { superAdminsOnly: true }),
    { rate },
  )
  route(sessions.readCurrentUser, golfersBeforeCode, async ({ access }) => presentUser(access))
  route(sessions.logout, golfersBeforeCode, ({ access }) => endSession(ctx, access))
  route(
    sessions.changePassword,
    golfersOnly,
    ({ access, body }) => changePassword(ctx, access, body),
    { rate },
  )
  route(sessions.listSessions, golfersOnly, ({ access }) =>
    listSessions(ctx.db, access, ctx.clock.now()),
  )
  route(sessions.endOtherSessions, golfersOnly, ({ access }) => endOtherSessions(ctx, access))

  route(sessions.setUpSignInCode, superAdminsBeforeCode, ({ access, body }) =>
    setUpCode(ctx, access, body.code),
  )
  route(sessions.confirmSignInCode, superAdminsBeforeCode, ({ access, body }) =>
    confirmCode(ctx, access, body.code),
  )
  route(sessions.enterSignInCode, superAdminsBeforeCode, ({ access, body }) =>
    enterCode(ctx, access, body.code),
  )
  route(sessions.removeSignInCode, superAdminsBeforeCode, ({ access, body }) =>
    turnOffCode(ctx, access, body.code),
  )

  route(golfers.updatePhone, golfersOnly, ({ access, body }) =>
    changePhone(ctx, access, body.phone),
  )
  route(golfers.updateName, golfersOnly, ({ access, body }) => changeName(ctx, access, body.name))
  route(golfers.downloadMyData, golfersOnly, ({ access }) => readMyData(ctx, access))
  route(
    golfers.deleteMyAccount,
    golfersOnly,
    ({ access, body }) => deleteMyAccount(ctx, access, body.password),
    { rate },
  )
}
