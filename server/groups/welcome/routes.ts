import {
  declineWelcome,
  forgotPassword,
  readWelcome,
  useWelcome,
} from '../../../contract/welcome.ts'
import type { Context } from '../../context.ts'
import { anyone } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readerOfLink } from './access.ts'
import { requestLink } from './make-link.ts'
import { declineLink, readLink, useLink } from './use-link.ts'

export function welcomeRoutes(serve: Serve, ctx: Context): void {
  serve(
    forgotPassword,
    anyone,
    async ({ body }) => {
      await requestLink(ctx, body.email)
      return {
        message: 'If this address has an account, a link to set a new password is on its way.',
      }
    },
    { rate: 'signup' },
  )

  serve(readWelcome, readerOfLink(ctx), ({ scope }) => readLink(ctx, scope), { rate: 'public' })

  serve(
    useWelcome,
    readerOfLink(ctx),
    ({ scope, body, userAgent }) => useLink(ctx, scope, body, userAgent),
    { rate: 'public' },
  )

  serve(
    declineWelcome,
    readerOfLink(ctx),
    async ({ scope }) => {
      await declineLink(ctx, scope)
      return { message: 'You declined the invitation.' }
    },
    { rate: 'public' },
  )
}
