import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { plainMessage } from '../../contract/plain-messages.ts'
import { SCREENS } from '../../contract/screens.ts'
import { superAdminRoutes } from '../admin/index.ts'
import {
  billingRoutes,
  isSandbox,
  paymentWebhookRoute,
  sandboxRoutes,
  stripePolicyOf,
} from '../billing/index.ts'
import type { Context } from '../context.ts'
import { groupRoutes } from '../groups/index.ts'
import { identityRoutes } from '../identity/index.ts'
import { liveRoutes, startLiveUpdates } from '../live/index.ts'
import {
  hasOutbox,
  outboxMailRoute,
  outboxRoutes,
  preferenceRoutes,
  twilioRoutes,
  unsubscribeRoutes,
} from '../messaging/index.ts'
import { countFailures } from '../platform/http/count-failures.ts'
import { openToAnyone, requireDeclaredAccess } from '../platform/http/declared-access.ts'
import { describeApi } from '../platform/http/describe-api.ts'
import { drainOnClose } from '../platform/http/drain.ts'
import { invalidInput, sendError } from '../platform/http/handle-errors.ts'
import { serveHealth, serveMetrics } from '../platform/http/monitoring.ts'
import { createRateLimits } from '../platform/http/rate-limits.ts'
import { routeRegistrar } from '../platform/http/register-route.ts'
import { acceptOnlyForms, acceptOnlyJson, ignoreBodies } from '../platform/http/request-bodies.ts'
import {
  acceptOnlyLocalHosts,
  addSecurityHeaders,
  allowFewFeatures,
} from '../platform/http/security.ts'
import { serializeResponses } from '../platform/http/serialize-responses.ts'
import { serveWeb } from '../platform/http/serve-web.ts'
import { requestIdOf, traceRequests } from '../platform/http/trace-requests.ts'
import { teeTimeRoutes } from '../tee-times/index.ts'
import { weatherRoutes } from '../weather/index.ts'

const BODY_LIMIT = 64 * 1024
const REQUEST_TIMEOUT_MS = 10_000

/** `directUrl`: the database's own URL, not a pooler's, for the connection that listens for live events. */
export async function createApp(
  ctx: Context,
  { directUrl, checkReady }: { directUrl: string; checkReady?: () => Promise<void> },
): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: ctx.log,
    genReqId: requestIdOf,
    logController: new LogController({
      disableRequestLogging: ctx.log.level !== 'debug' && ctx.log.level !== 'trace',
    }),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustedProxies(ctx.config.trustProxy),
    // A request that has not arrived in full after this time is dropped at the next check.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // If `headersTimeout` (by default a minute) were longer than `requestTimeout`, Node would swap the two,
    // and a body could take a minute.
    http: {
      connectionsCheckingInterval: REQUEST_TIMEOUT_MS / 2,
      headersTimeout: REQUEST_TIMEOUT_MS,
    },
    // During shutdown, requests on open connections still get a normal response.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 1_000, ignoreTrailingSlash: true },
    frameworkErrors: sendError,
  })
  app.setValidatorCompiler<$ZodType>(({ schema, httpPart }) => (sent: unknown) => {
    // Fastify passes null for a missing body, but schemas treat only undefined as missing.
    const input = httpPart === 'body' ? (sent ?? undefined) : sent
    const { error, data: value } = safeParse(schema, input, { error: plainMessage })
    return error ? { error: invalidInput(error.issues) } : { value }
  })
  app.setSerializerCompiler(serializeResponses)
  app.decorateRequest('identity', null)
  requireDeclaredAccess(app)
  traceRequests(app)
  drainOnClose(app)
  app.setErrorHandler(sendError)
  serveMetrics(app, ctx)
  acceptOnlyJson(app)

  acceptOnlyLocalHosts(app, ctx.config)
  const limits = await createRateLimits(app, ctx.config.isRateLimited)
  countFailures(app, limits)

  addSecurityHeaders(app, ctx.config)
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
    done()
  })
  allowFewFeatures(app)
  await describeApi(app)
  await app.register(compress, { threshold: 1024, globalDecompression: false })

  const live = startLiveUpdates(app, ctx, directUrl)
  await app.register(async (features) => {
    const route = routeRegistrar(features, ctx, limits)
    identityRoutes(route, ctx)
    groupRoutes(route, ctx)
    teeTimeRoutes(features, route, ctx, limits)
    billingRoutes(route, ctx)
    sandboxRoutes(route, ctx)
    outboxRoutes(route, ctx)
    weatherRoutes(route, ctx)
    superAdminRoutes(route, ctx)
    outboxMailRoute(features, ctx, limits)
    preferenceRoutes(route, ctx)
    await features.register(async (mails) => {
      ignoreBodies(mails)
      unsubscribeRoutes(routeRegistrar(mails, ctx, limits), ctx)
    })
    await features.register(async (webhooks) => {
      await acceptOnlyForms(webhooks)
      twilioRoutes(webhooks, ctx)
    })
    await features.register(async (webhooks) => paymentWebhookRoute(webhooks, ctx))
    liveRoutes(features, ctx, limits, live.relay)
  })
  serveHealth(app, ctx, async () => {
    live.check()
    await checkReady?.()
  })
  await app.register(async (web) => {
    openToAnyone(web)
    const missingScreens = [
      ...(hasOutbox(ctx.config) ? [] : [SCREENS.outbox]),
      ...(isSandbox(ctx.payments) ? [] : [SCREENS.sandboxCheckout, SCREENS.sandboxPortal]),
    ]
    const policyOf = ctx.payments?.form.kind === 'stripe' ? stripePolicyOf : undefined
    const { publicUrl, trialDays, contactEmail = null } = ctx.config
    await serveWeb(web, { publicUrl, site: { trialDays, contactEmail }, missingScreens, policyOf })
  })
  return app
}

/** Returns Fastify's `trustProxy` option. `proxies`: how many hops to trust, or their addresses. */
function trustedProxies(proxies: Context['config']['trustProxy']) {
  return typeof proxies === 'number'
    ? (_address: string, hop: number) => hop < proxies
    : (proxies ?? false)
}
