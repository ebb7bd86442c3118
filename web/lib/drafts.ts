import * as z from 'zod/mini'

/** The key in localStorage for drafts, which are form values that golfers typed but didn't send. */
const DRAFTS_KEY = 'drafts'
const KEPT_MS = 7 * 86_400_000

const storedDrafts = z.object({
  /** The golfer who typed the drafts. No other golfer gets to see the drafts. */
  golferId: z.number(),
  forms: z.record(z.string(), z.object({ until: z.number(), values: z.unknown() })),
})
type Drafts = z.output<typeof storedDrafts>

function read(golferId: number): Drafts {
  try {
    const { data } = storedDrafts.safeParse(JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? ''))
    if (data?.golferId === golferId) return data
  } catch {
    // If storage is unavailable or contains invalid data, there are no drafts.
  }
  return { golferId, forms: {} }
}

function write(drafts: Drafts): void {
  try {
    if (Object.keys(drafts.forms).length === 0) localStorage.removeItem(DRAFTS_KEY)
    else localStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
  } catch {
    // Without storage, the draft is lost when the form closes.
  }
}

export function findDraft(golferId: number, form: string, now = Date.now()): unknown {
  const draft = read(golferId).forms[form]
  return draft !== undefined && draft.until > now ? draft.values : undefined
}

/** Stores a golfer's draft for a form; undefined deletes it. Deletes other golfers' drafts. */
export function storeDraft(
  golferId: number,
  form: string,
  values: unknown,
  now = Date.now(),
): void {
  const { [form]: _, ...others } = read(golferId).forms
  const draft = values === undefined ? {} : { [form]: { until: now + KEPT_MS, values } }
  write({ golferId, forms: { ...others, ...draft } })
}

export function deleteDrafts(): void {
  write({ golferId: 0, forms: {} })
}
