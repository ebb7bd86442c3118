import { dropWish, listMyWishes, makeWish } from '../../../contract/standing-wishes.ts'
import type { Context } from '../../context.ts'
import { memberById } from '../../groups/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { once } from '../../platform/idempotency/once.ts'
import { dropWish as drop, listMine, makeWish as make } from './manage-wishes.ts'

export function standingWishRoutes(serve: Serve, ctx: Context): void {
  serve(listMyWishes, memberById(ctx), ({ scope }) => listMine(ctx, scope))

  serve(
    makeWish,
    memberById(ctx),
    once(ctx, (within, { scope, body }) => make(within, scope, body)),
  )

  serve(dropWish, memberById(ctx), ({ scope, params }) => drop(ctx, scope, params.wishId))
}
