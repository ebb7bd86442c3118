import { callForPlayers } from '../../../contract/cut-offs.ts'
import type { Context } from '../../context.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { editorByTeeTime } from '../access.ts'
import { callForPlayers as call } from './call-for-players.ts'

export function cutOffRoutes(serve: Serve, ctx: Context): void {
  serve(callForPlayers, editorByTeeTime(ctx), ({ scope }) => call(ctx, scope))
}
