import { membersById, membersBySlug } from '../../../contract/members.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { viewerById, viewerBySlug } from '../groups/gate.ts'
import { listMembers } from './list-members.ts'

export function memberRoutes(serve: Serve, ctx: Context): void {
  serve(membersBySlug, viewerBySlug(ctx), ({ scope }) => listMembers(ctx, scope))

  serve(membersById, viewerById(ctx), ({ scope }) => listMembers(ctx, scope))
}
