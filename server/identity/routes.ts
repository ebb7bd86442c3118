import * as golfers from '../../contract/golfers.ts'
import * as sessions from '../../contract/sessions.ts'

import type { Context } from '../context.ts'
import type { Serve } from '../platform/http/serve.ts'
import { anyone, signedIn, signedInBeforeCode, superAdminBeforeCode } from './access.ts'
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

export function identityRoutes(serve: Serve, ctx: Context): void {
  sessionRoutes(serve, ctx)
  signInCodeRoutes(serve, ctx)
  golferRoutes(serve, ctx)
}

function sessionRoutes(serve: Serve, ctx: Context): void {
  serve(sessions.login, anyone, ({ body, ...caller }) => logIn(ctx, body, caller), {
    rate: 'password',
  })

  serve(
    sessions.superAdminLogin,
    anyone,
    ({ body, ...caller }) => logIn(ctx, body, caller, { superAdminsOnly: true }),
    { rate: 'password' },
  )

  serve(sessions.me, signedInBeforeCode(ctx), async ({ scope }) => presentUser(scope))

  serve(sessions.logout, signedInBeforeCode(ctx), async ({ scope }) => {
    await endSession(ctx, scope)
    return { message: 'You are signed out.' }
  })

  serve(
    sessions.changePassword,
    signedIn(ctx),
    async ({ scope, body }) => {
      await changePassword(ctx, scope, body)
      return { message: 'Your password has been changed. Other devices are signed out.' }
    },
    { rate: 'password' },
  )

  serve(sessions.listSessions, signedIn(ctx), ({ scope }) => listSessions(ctx, scope))

  serve(sessions.endOtherSessions, signedIn(ctx), async ({ scope }) => {
    const ended = await endOtherSessions(ctx, scope)
    return { message: endedMessage(ended), ended }
  })
}

function endedMessage(ended: number): string {
  if (ended === 0) return 'You are signed in nowhere else.'
  return ended === 1 ? '1 other device is signed out.' : `${ended} other devices are signed out.`
}

function signInCodeRoutes(serve: Serve, ctx: Context): void {
  const access = superAdminBeforeCode(ctx)

  serve(sessions.setUpSignInCode, access, ({ scope, body }) => setUpCode(ctx, scope, body.code))

  serve(sessions.confirmSignInCode, access, ({ scope, body }) => confirmCode(ctx, scope, body.code))

  serve(sessions.enterSignInCode, access, async ({ scope, body }) => {
    await enterCode(ctx, scope, body.code)
    return { message: 'You are signed in.' }
  })

  serve(sessions.removeSignInCode, access, async ({ scope, body }) => {
    await removeCode(ctx, scope, body.code)
    return { message: 'Your sign-in code is off.' }
  })
}

function golferRoutes(serve: Serve, ctx: Context): void {
  serve(golfers.updatePhone, signedIn(ctx), ({ scope, body }) =>
    changePhone(ctx, scope, body.phone),
  )

  serve(golfers.updateName, signedIn(ctx), ({ scope, body }) => changeName(ctx, scope, body.name))

  serve(golfers.downloadMyData, signedIn(ctx), ({ scope }) => readMyData(ctx, scope))

  serve(
    golfers.deleteMyAccount,
    signedIn(ctx),
    async ({ scope, body }) => {
      await deleteMyAccount(ctx, scope, body.password)
      return { message: 'Your account has been deleted.' }
    },
    { rate: 'password' },
  )
}
