import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { PRICE, PRICE_MONTHS, WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { readSite, type SiteFacts } from '../../../../contract/signups.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { Logo } from '../../../ui/Notice.tsx'

export function PublicPage({ hero, children }: { hero: ReactNode; children: ReactNode }) {
  const { trialDays, contactEmail = '' } = useInstallationFacts()
  return (
    <div
      data-trial-days={trialDays}
      data-contact-email={contactEmail}
      className="flex min-h-dvh flex-col"
    >
      <header className="turf">
        <div className="page flex flex-wrap items-center justify-between gap-x-4 pt-[max(0.75rem,env(safe-area-inset-top))]">
          <Link
            href={pathTo('landing')}
            className="inline-flex min-h-11 items-center gap-2.5 font-display text-xl"
          >
            <Logo size={28} />
            Fourball
          </Link>
          <div className="-mr-3">
            <PageLink screen="login">Sign In</PageLink>
          </div>
        </div>
        {hero}
      </header>
      <main className="flex-1">{children}</main>
      <footer className="border-t border-line pb-[env(safe-area-inset-bottom)]">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-4 text-muted">
          <p>Fourball helps your buddies fill the spots in the tee times you book.</p>
          <nav aria-label="About Fourball" className="-mx-3 flex flex-wrap">
            <PageLink screen="privacy">Privacy</PageLink>
            <PageLink screen="terms">Terms</PageLink>
            <PageLink screen="contact">Contact</PageLink>
          </nav>
        </div>
      </footer>
    </div>
  )
}

function PageLink(props: { screen: 'login' | 'privacy' | 'terms' | 'contact'; children: string }) {
  return (
    <Link
      href={pathTo(props.screen)}
      className="inline-flex min-h-11 items-center rounded-[0.625rem] px-3 font-semibold underline-offset-4 hover:underline"
    >
      {props.children}
    </Link>
  )
}

const isBuild = typeof document === 'undefined'

// Read the facts now, before the page is hydrated or replaced.
const prerenderedFacts = isBuild ? undefined : findPrerenderedFacts()

function findPrerenderedFacts(): SiteFacts | undefined {
  const facts = document.querySelector<HTMLElement>('[data-trial-days]')?.dataset
  if (facts === undefined) return undefined
  const { trialDays, contactEmail = '' } = facts
  return { trialDays: Number(trialDays), contactEmail: contactEmail === '' ? null : contactEmail }
}

/**
 * Returns facts about this installation for the public pages. The build doesn't know them, so prerendered
 * pages contain placeholders, which the server replaces: see server/platform/http/serve-web.ts.
 */
export function useInstallationFacts() {
  const { data, isError } = useEndpoint(
    readSite,
    {},
    prerenderedFacts && { initialData: prerenderedFacts },
  )
  if (isBuild) {
    // The build renders the address for help and the advice to reply to our emails. The server removes one of
    // them.
    return { trialDays: '%TRIAL_DAYS%', contactEmail: '%CONTACT_EMAIL%', mayLackContact: true }
  }
  return {
    trialDays: data && String(data.trialDays),
    contactEmail: data?.contactEmail ?? undefined,
    /** Whether to suggest replying to our emails: there is no address for help, or loading it failed. */
    mayLackContact: data ? data.contactEmail === null : isError,
  }
}

/** Returns '30-day free trial' or, if the length isn't known yet, 'free trial'. */
export function useTrialText(): string {
  const { trialDays } = useInstallationFacts()
  return trialDays === undefined ? 'free trial' : `${trialDays}-day free trial`
}

export const PRICE_TEXT = `${PRICE} for ${PRICE_MONTHS} months`

export const PUBLIC_PAGES = {
  landing: {
    title: 'Tee Times for Your Golf Group',
    description:
      'A private page for your golf group: post the tee time you booked, and your buddies claim the open spots from any phone. Free trial, no card needed.',
  },
  purchase: {
    title: 'Buy 6 Months for Your Group',
    description: `Your golf group's own page, ${PRICE_TEXT}: unlimited tee times and courses, text notifications, a custom URL, and the weather for every round.`,
  },
  privacy: {
    title: 'Privacy',
    description:
      'What Fourball stores about you, who can see it, how long we keep it, and how to get or delete it.',
  },
  terms: {
    title: 'Terms',
    description:
      'The terms for using Fourball: your account and group, the trial and payments, and the text message program.',
  },
  contact: {
    title: 'Contact',
    description: 'How to get help with Fourball, your group, your account, or our texts.',
  },
} as const

export function PageSection(props: { title: string; children: ReactNode }) {
  return (
    <section aria-label={props.title}>
      <h2 className="mb-4 font-display text-2xl lg:text-3xl">{props.title}</h2>
      {props.children}
    </section>
  )
}

export function SignedUp(props: { heading: string; intro: string; children: ReactNode }) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    headingRef.current?.focus()
  }, [])
  return (
    <PublicPage
      hero={
        <div className="page pt-10 pb-24 sm:pt-14">
          <div className="mx-auto max-w-[38rem]">
            <h1
              ref={headingRef}
              tabIndex={-1}
              className="font-display text-4xl leading-tight outline-none"
            >
              {props.heading}
            </h1>
            <p className="mt-3 text-lg leading-relaxed text-on-turf-muted wrap-anywhere">
              {props.intro}
            </p>
          </div>
        </div>
      }
    >
      <div className="page -mt-14 pb-12">
        <div className="sheet mx-auto max-w-[38rem] p-5 sm:p-7">{props.children}</div>
      </div>
    </PublicPage>
  )
}

/** @param props.email undefined if this tab no longer knows the visitor's address */
export function NextSteps(props: { email: string | undefined; heading?: string; intro?: string }) {
  const { email, heading = 'What Happens Next', intro } = props
  return (
    <>
      <h2 className="font-display text-xl">{heading}</h2>
      {intro !== undefined && <p className="mt-1 leading-relaxed text-muted">{intro}</p>}
      <div className="mt-4">
        <Steps
          steps={[
            [
              'Open the Link in Your Email',
              <>
                It's on its way to{' '}
                <strong className="text-ink wrap-anywhere">{email ?? 'your email'}</strong>. Open it
                within {WELCOME_LINK_DAYS} days to start your group. Nothing after a few minutes?
                Check your spam folder.
              </>,
            ],
            ['Add Your Buddies', 'Send them a link, or add them by email.'],
            [
              'Post Your First Tee Time',
              'Your buddies see it right away and claim the open spots.',
            ],
          ]}
        />
      </div>
    </>
  )
}

export function Steps(props: { steps: readonly (readonly [title: string, text: ReactNode])[] }) {
  return (
    <ol className="space-y-4">
      {props.steps.map(([title, text], index) => (
        <li key={title} className="flex gap-3.5">
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full bg-sand-soft font-display"
          >
            {index + 1}
          </span>
          <div className="min-w-0">
            <h3 className="pt-1.5 leading-snug font-semibold">{title}</h3>
            <p className="leading-relaxed text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
