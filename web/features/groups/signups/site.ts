import { useQuery } from '@tanstack/react-query'
import { readSite, type SiteFacts } from '../../../../contract/signups.ts'
import { keyOf } from '../../../lib/query-client.ts'

/**
 * Facts about this installation that the public pages show. They are unknown at build time, so prerendered
 * pages contain placeholders, which the server replaces: see server/platform/http/serve-web.ts.
 */
interface InstallationFacts {
  /** A number, as text. Undefined while loading. */
  readonly trialDays: string | undefined
  readonly contactEmail: string | undefined
  /** Whether to say how to reach us without an address. Also true in the build, for the server to decide. */
  readonly mayLackContact: boolean
}

const PLACEHOLDERS: InstallationFacts = {
  trialDays: '%TRIAL_DAYS%',
  contactEmail: '%CONTACT_EMAIL%',
  mayLackContact: true,
}

const isBuild = typeof document === 'undefined'

function findPrerendered(): SiteFacts | undefined {
  const facts = document.querySelector<HTMLElement>('[data-trial-days]')?.dataset
  if (facts === undefined) return undefined
  const { trialDays, contactEmail = '' } = facts
  return { trialDays: Number(trialDays), contactEmail: contactEmail === '' ? null : contactEmail }
}

// Read the facts now, before the page is hydrated or replaced.
const prerendered = isBuild ? undefined : findPrerendered()

export function useInstallationFacts(): InstallationFacts {
  const { data, isError } = useQuery<SiteFacts>({
    queryKey: keyOf(readSite, {}),
    ...(prerendered !== undefined && { initialData: prerendered }),
  })
  if (isBuild) return PLACEHOLDERS
  return {
    trialDays: data && String(data.trialDays),
    contactEmail: data?.contactEmail ?? undefined,
    mayLackContact: data ? data.contactEmail === null : isError,
  }
}

/** Returns '30-day free trial', for use in a sentence. */
export function useTrialText(): string {
  const { trialDays } = useInstallationFacts()
  return trialDays === undefined ? 'free trial' : `${trialDays}-day free trial`
}
