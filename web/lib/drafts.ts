import * as z from 'zod/mini'
import { DRAFTS_STORAGE_KEY } from './session.ts'

const KEPT_MS = 7 * 86_400_000

const draftsSchema = z.object({
  /** The golfer who typed the drafts. No other golfer gets to see the drafts. */
  golferId: z.number(),
  forms: z.record(z.string(), z.object({ until: z.number(), values: z.unknown() })),
})
type Drafts = z.output<typeof draftsSchema>

function readUnexpired(now: number): Drafts {
  try {
    const { golferId, forms } = draftsSchema.parse(
      JSON.parse(localStorage.getItem(DRAFTS_STORAGE_KEY) ?? ''),
    )
    const unexpired = Object.entries(forms).filter(([, { until }]) => until > now)
    return { golferId, forms: Object.fromEntries(unexpired) }
  } catch {
    // If storage is unavailable or contains invalid data, there are no drafts.
    return { golferId: 0, forms: {} }
  }
}

function readFormsOf(golferId: number, now: number): Drafts['forms'] {
  const drafts = readUnexpired(now)
  return drafts.golferId === golferId ? drafts.forms : {}
}

function write(drafts: Drafts): void {
  try {
    if (Object.keys(drafts.forms).length === 0) localStorage.removeItem(DRAFTS_STORAGE_KEY)
    else localStorage.setItem(DRAFTS_STORAGE_KEY, JSON.stringify(drafts))
  } catch {
    // Without storage, the draft is lost when the form closes.
  }
}

export function findDraft(golferId: number, form: string, now = Date.now()): unknown {
  return readFormsOf(golferId, now)[form]?.values
}

/** Stores a golfer's draft for a form; undefined deletes it. Deletes other golfers' drafts. */
export function storeDraft(
  golferId: number,
  form: string,
  values: unknown,
  now = Date.now(),
): void {
  const { [form]: _, ...others } = readFormsOf(golferId, now)
  const draft = values === undefined ? {} : { [form]: { until: now + KEPT_MS, values } }
  write({ golferId, forms: { ...others, ...draft } })
}

export function deleteExpiredDrafts(now = Date.now()): void {
  write(readUnexpired(now))
}

export function deleteDrafts(): void {
  write({ golferId: 0, forms: {} })
}
