import { listAudit } from '../../../contract/audit.ts'
import type { Context } from '../../context.ts'
import { superAdmin } from '../../identity/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { listAudit as list } from './list-audit.ts'

export function auditRoutes(serve: Serve, ctx: Context): void {
  serve(listAudit, superAdmin(ctx), ({ query }) => list(ctx, query))
}
