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
  /** Which parts to render: for installations with a contact address, without one, or both (in the build). */
  readonly shows: { readonly withContact: boolean; readonly withoutContact: boolean }
}

const PLACEHOLDERS: InstallationFacts = {
  trialDays: '%TRIAL_DAYS%',
  contactEmail: '%CONTACT_EMAIL%',
  // The server removes the parts that don't apply.
  shows: { withContact: true, withoutContact: true },
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
  const contactEmail = data?.contactEmail ?? undefined
  return {
    trialDays: data && String(data.trialDays),
    contactEmail,
    shows: {
      withContact: contactEmail !== undefined,
      withoutContact: data ? data.contactEmail === null : isError,
    },
  }
}

export function trialText(trialDays: string | undefined): string {
  return trialDays === undefined ? 'free trial' : `${trialDays}-day free trial`
}
