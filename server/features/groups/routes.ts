import { checkSlug, golferGroups, myGroups, readGroup } from '../../../contract/groups.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { anyone, signedIn } from '../sessions/gate.ts'
import { viewerBySlug } from './gate.ts'
import { checkSlug as check, listMyGroups, readGroup as read } from './read-group.ts'

export function groupRoutes(serve: Serve, ctx: Context): void {
  serve(myGroups, signedIn(ctx), ({ scope }) => listMyGroups(ctx, scope))

  serve(golferGroups, signedIn(ctx), ({ scope }) => listMyGroups(ctx, scope))

  serve(readGroup, viewerBySlug(ctx), ({ scope }) => read(ctx, scope))

  serve(checkSlug, anyone, ({ params }) => check(ctx, params.slug), { rate: 'public' })
}
