import { useQuery } from '@tanstack/react-query'
import { readSite, type SiteFacts } from '../../../../contract/signups.ts'
import { keyOf } from '../../../lib/query-client.ts'

/**
 * The facts about this installation on the public pages. The build does not know them, so it draws
 * placeholders, which the server fills in: see server/platform/http/serve-web.ts.
 */
interface InstallationFacts {
  /** As text; undefined until it is known. */
  readonly trialDays: string | undefined
  /** Undefined if there is none. */
  readonly contactEmail: string | undefined
  /** Whether to draw the parts for an installation with a contact address (`given`) and without one (`none`). */
  readonly shows: { readonly given: boolean; readonly none: boolean }
}

const PLACEHOLDERS: InstallationFacts = {
  trialDays: '%TRIAL_DAYS%',
  contactEmail: '%CONTACT_EMAIL%',
  // The server removes the parts that don't apply.
  shows: { given: true, none: true },
}

const isBuild = typeof document === 'undefined'

/** Returns what the server wrote into a prerendered page; undefined on any other. */
function findPrerendered(): SiteFacts | undefined {
  const facts = document.querySelector<HTMLElement>('[data-trial-days]')?.dataset
  if (facts === undefined) return undefined
  const { trialDays, contactEmail = '' } = facts
  return { trialDays: Number(trialDays), contactEmail: contactEmail === '' ? null : contactEmail }
}

// Read before the page is hydrated or replaced.
const prerendered = isBuild ? undefined : findPrerendered()

/** Returns what the public pages say about this installation. Loads it unless the page was prerendered with it. */
export function useInstallationFacts(): InstallationFacts {
  const { data, isError } = useQuery<SiteFacts>({
    queryKey: keyOf(readSite, {}),
    ...(prerendered !== undefined && { initialData: prerendered }),
  })
  if (isBuild) return PLACEHOLDERS
  const contactEmail = data?.contactEmail ?? undefined
  return {
    trialDays: data && String(data.trialDays),
    contactEmail,
    shows: { given: contactEmail !== undefined, none: data ? data.contactEmail === null : isError },
  }
}

/** Names the trial as part of a sentence: '30-day free trial'. */
export function trialText(trialDays: string | undefined): string {
  return trialDays === undefined ? 'free trial' : `${trialDays}-day free trial`
}
