import * as z from 'zod/mini'

/** Keeps the text that golfers typed into forms on this phone but didn't send. */
const DRAFTS_KEY = 'drafts'
const KEPT_MS = 7 * 86_400_000

const storedDrafts = z.object({
  /** Whose drafts these are. They are never shown to anyone else. */
  golferId: z.number(),
  forms: z.record(z.string(), z.object({ until: z.number(), values: z.unknown() })),
})
type Drafts = z.output<typeof storedDrafts>

function read(golferId: number): Drafts {
  try {
    const { data } = storedDrafts.safeParse(JSON.parse(localStorage.getItem(DRAFTS_KEY) ?? ''))
    if (data?.golferId === golferId) return data
  } catch {
    // Without storage, or with something else in it, there are no drafts.
  }
  return { golferId, forms: {} }
}

function write(drafts: Drafts): void {
  try {
    if (Object.keys(drafts.forms).length === 0) localStorage.removeItem(DRAFTS_KEY)
    else localStorage.setItem(DRAFTS_KEY, JSON.stringify(drafts))
  } catch {
    // Without storage, what was typed lasts as long as the form.
  }
}

/** Returns what this golfer last typed into a form; undefined if it was sent or is too old. */
export function findDraft(golferId: number, form: string, now = Date.now()): unknown {
  const draft = read(golferId).forms[form]
  return draft !== undefined && draft.until > now ? draft.values : undefined
}

/** Stores what a golfer has typed into a form; undefined deletes it. Replaces other golfers' drafts. */
export function storeDraft(
  golferId: number,
  form: string,
  values: unknown,
  now = Date.now(),
): void {
  const { [form]: _, ...others } = read(golferId).forms
  const own = values === undefined ? {} : { [form]: { until: now + KEPT_MS, values } }
  write({ golferId, forms: { ...others, ...own } })
}

/** Deletes all drafts on this phone, when its golfer logs out. */
export function deleteDrafts(): void {
  write({ golferId: 0, forms: {} })
}
