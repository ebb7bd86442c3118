import {
  confirmSignInCode,
  enterSignInCode,
  removeSignInCode,
  setUpSignInCode,
} from '../../../contract/sign-in-codes.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { superAdminBeforeCode } from '../access.ts'
import { confirmCode, enterCode, removeCode, setUpCode } from './manage-code.ts'

export function signInCodeRoutes(serve: Serve, ctx: Context): void {
  const gate = superAdminBeforeCode(ctx)

  serve(setUpSignInCode, gate, ({ scope, body }) => setUpCode(ctx, scope, body.code))

  serve(confirmSignInCode, gate, ({ scope, body }) => confirmCode(ctx, scope, body.code))

  serve(enterSignInCode, gate, async ({ scope, body }) => {
    await enterCode(ctx, scope, body.code)
    return { message: 'You are signed in.' }
  })

  serve(removeSignInCode, gate, async ({ scope, body }) => {
    await removeCode(ctx, scope, body.code)
    return { message: 'Your sign-in code is off.' }
  })
}
