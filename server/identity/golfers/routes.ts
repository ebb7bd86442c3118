import {
  deleteMyAccount,
  downloadMyData,
  updateName,
  updatePhone,
} from '../../../contract/golfers.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { signedIn } from '../access.ts'
import { deleteMyAccount as deleteAccount } from './delete-golfer.ts'
import { readMyData } from './read-my-data.ts'
import { changeName, changePhone } from './update-golfer.ts'

export function golferRoutes(serve: Serve, ctx: Context): void {
  serve(updatePhone, signedIn(ctx), ({ scope, body }) => changePhone(ctx, scope, body.phone))

  serve(updateName, signedIn(ctx), ({ scope, body }) => changeName(ctx, scope, body.name))

  serve(downloadMyData, signedIn(ctx), ({ scope }) => readMyData(ctx, scope))

  serve(
    deleteMyAccount,
    signedIn(ctx),
    async ({ scope, body }) => {
      await deleteAccount(ctx, scope, body.password)
      return { message: 'Your account has been deleted.' }
    },
    { rate: 'password' },
  )
}
