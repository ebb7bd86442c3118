import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { inTransaction, type Queries } from '../../platform/database/database.ts'
import { addJob } from '../../platform/jobs/store.ts'
import { refusalReasonOf } from '../../providers/texts/twilio.ts'
import { recordRejection } from './stop-texts.ts'
import { type Delivery, isKnownText, queueOnChannel, recordReport } from './store.ts'

const textReport = z.object({
  providerId: z.string(),
  status: z.enum(['delivered', 'failed']),
  errorCode: z.nullable(z.string()),
  /** How many times we have looked for the text. */
  looks: z.optional(z.int()),
})

export type TextReport = z.output<typeof textReport>

/** When to look again for the text that a report is about. After a crash, we may record the text late. */
const LOOKUP_DELAYS_MS = [30_000, 10 * 60_000]

/** Uses only the first report on a text, because reports may repeat and arrive in any order. */
export async function handleReport(
  ctx: Context,
  { looks = 0, ...report }: TextReport,
): Promise<void> {
  const isKnown = await inTransaction(ctx.db, async (tx) => {
    const text = await recordReport(tx, report)
    if (text === undefined) return isKnownText(tx, report.providerId)
    if (report.status === 'failed') await actOnFailure(tx, text, ctx.clock.now())
    return true
  })
  if (isKnown) return
  const waitMs = LOOKUP_DELAYS_MS[looks]
  if (waitMs === undefined) return
  const key = `report:${report.providerId}:${report.status}:${looks}`
  const runAt = new Date(ctx.clock.now().getTime() + waitMs)
  await addJob(ctx.db, 'take_report', { ...report, looks: looks + 1 }, { key, runAt })
}

export function handleEarlyReport(ctx: Context, payload: unknown): Promise<void> {
  return handleReport(ctx, textReport.parse(payload))
}

async function actOnFailure(tx: Queries, text: Delivery, now: Date): Promise<void> {
  const { recipient, errorCode: code, key, event, golferId, groupId, teeTimeIds, data } = text
  const reason = refusalReasonOf(code ?? '')
  if (code !== null && reason !== undefined) {
    const message = 'The provider says that the number has opted out.'
    await recordRejection(tx, recipient, { reason, code, message }, now)
  }
  if (event === 'reply' || event === 'opt-in') return
  const about = { event, golferId, groupId, teeTimeIds, data }
  await queueOnChannel(tx, { ...about, key: `${key}:email`, channel: 'email', createdAt: now })
}
