import { listOutbox } from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import type { Call, Serve } from '../../platform/http/serve.ts'
import { hasOutbox, isOpenOutbox, type OutboxReader, readerOfAll, readerOfOwn } from './gate.ts'
import { listOutbox as list } from './list-outbox.ts'

export function messageRoutes(serve: Serve, ctx: Context): void {
  if (!hasOutbox(ctx.config)) return
  const answer = ({ scope, query }: Call<typeof listOutbox, OutboxReader>) =>
    list(ctx, scope, query.before)
  if (isOpenOutbox(ctx.config)) serve(listOutbox, readerOfAll, answer)
  else serve(listOutbox, readerOfOwn(ctx), answer)
}
