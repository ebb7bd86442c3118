import type { FastifyInstance } from 'fastify'
import {
  downloadMyRounds,
  downloadSeason,
  listMyRounds,
  readMyRoundsSummary,
  readSeason,
} from '../../../contract/rounds.ts'
import type { Context } from '../../context.ts'
import { viewerBySlug } from '../../groups/index.ts'
import { signedIn } from '../../identity/index.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { type FileKind, registerFileRoute, type Serve } from '../../platform/http/serve.ts'
import { listRounds, readSummary, writeMyRounds } from './read-my-rounds.ts'
import { readSeason as read, writeSeason } from './read-season.ts'

export function roundRoutes(serve: Serve, ctx: Context): void {
  serve(readSeason, viewerBySlug(ctx), ({ scope, query }) => read(ctx, scope, query.year))

  serve(listMyRounds, signedIn(ctx), ({ scope, query }) => listRounds(ctx, scope, query))

  serve(readMyRoundsSummary, signedIn(ctx), ({ scope, query }) =>
    readSummary(ctx, scope, query.year),
  )
}

const TABLE: FileKind = { type: 'text/csv', ending: 'csv', description: 'A CSV file' }

/** Registers the routes that return a table as a file instead of JSON. */
export function roundFileRoutes(app: FastifyInstance, ctx: Context, limits: RateLimits): void {
  registerFileRoute(app, limits, TABLE, downloadSeason, viewerBySlug(ctx), ({ scope, query }) =>
    writeSeason(ctx, scope, query.year),
  )

  registerFileRoute(app, limits, TABLE, downloadMyRounds, signedIn(ctx), ({ scope, query }) =>
    writeMyRounds(ctx, scope, query.year),
  )
}
