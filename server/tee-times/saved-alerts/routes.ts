import {
  createSavedAlert,
  deleteSavedAlert,
  listMySavedAlerts,
} from '../../../contract/saved-alerts.ts'
import type { Context } from '../../context.ts'
import { memberById } from '../../groups/index.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { runOnce } from '../../platform/idempotency/run-once.ts'
import {
  deleteSavedAlert as drop,
  listMine,
  createSavedAlert as make,
} from './manage-saved-alerts.ts'

export function savedAlertRoutes(serve: Serve, ctx: Context): void {
  serve(listMySavedAlerts, memberById(ctx), ({ scope }) => listMine(ctx, scope))

  serve(
    createSavedAlert,
    memberById(ctx),
    runOnce(ctx, (within, { scope, body }) => make(within, scope, body)),
  )

  serve(deleteSavedAlert, memberById(ctx), ({ scope, params }) =>
    drop(ctx, scope, params.savedAlertId),
  )
}
