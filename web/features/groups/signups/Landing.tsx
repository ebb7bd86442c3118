import CloudSun from 'lucide-react/icons/cloud-sun'
import Droplets from 'lucide-react/icons/droplets'
import Wind from 'lucide-react/icons/wind'
import { useState } from 'react'
import { Link } from 'wouter'
import { type Signup, trialSignup } from '../../../../contract/signups.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { Avatar, type Tone } from '../../../ui/Avatar.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import {
  BenefitCards,
  LANDING_PAGE,
  NextSteps,
  PAGE_WIDTH,
  PRICE_TEXT,
  PublicPage,
  SignedUp,
  Steps,
} from './PublicPage.tsx'
import { SignupForm } from './SignupForm.tsx'

const COLUMNS = 'grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-16'

/** The front page for visitors: what Fourball is, what it costs, and the free trial. */
export function Landing() {
  usePageTitle(LANDING_PAGE.title)
  const [started, setStarted] = useState<Signup>()
  if (started) {
    return (
      <SignedUp
        heading="Check Your Email"
        intro={`One more step and ${started.groupName} is ready: open the link we sent you.`}
      >
        <NextSteps email={started.adminEmail} />
      </SignedUp>
    )
  }
  return (
    <PublicPage hero={<Hero />}>
      <div className={`${PAGE_WIDTH} ${COLUMNS} gap-y-10 pt-32 pb-16 lg:pt-28`}>
        <div className="space-y-10 lg:space-y-14">
          <section aria-labelledby="benefits">
            <h2 id="benefits" className="mb-5 font-display text-2xl lg:text-3xl">
              What your group gets
            </h2>
            <BenefitCards />
          </section>
          <HowItWorks />
          <Price />
        </div>
        <section id="trial" aria-labelledby="trial-heading" className="scroll-mt-4">
          <div className="sheet p-5 sm:p-7 lg:sticky lg:top-6">
            <h2 id="trial-heading" className="font-display text-2xl">
              Start your free trial
            </h2>
            <p className="mt-1 mb-5 text-muted">
              No card needed. We email you a link, and your group is ready.
            </p>
            <SignupForm
              signUp={(body) => call(trialSignup, { body })}
              failure={{ title: 'Signup Failed', fallback: 'Please try again.' }}
              submitLabel="Start Free Trial"
              pendingLabel="Starting your trial..."
              onSignedUp={setStarted}
            />
          </div>
        </section>
      </div>
    </PublicPage>
  )
}

function Hero() {
  return (
    <div className={`${PAGE_WIDTH} ${COLUMNS} items-start gap-y-9 lg:items-center pt-8 lg:pt-14`}>
      <div className="lg:pb-14">
        <h1 className="font-display text-[2.125rem] leading-[1.15] sm:text-5xl lg:text-[3.25rem]">
          You booked the tee time. Your buddies fill the spots.
        </h1>
        <p className="mt-4 max-w-[34rem] text-lg leading-relaxed text-on-turf-muted lg:text-xl">
          Fourball is a private page for your golf group. Post a round, and the others claim the
          open spots from any phone. Nothing to install.
        </p>
        <a
          href="#trial"
          className={`${buttonClass('primary')} mt-6 bg-on-turf! px-6! text-[#0c3c29]! hover:bg-ball!`}
        >
          Start Free Trial
        </a>
        <p className="mt-3 text-on-turf-muted">No card needed. Then {PRICE_TEXT}.</p>
      </div>
      {/* The height is the card's own: half a card would sit lower, and move while the page loads. */}
      <div className="relative z-10 -mb-20 w-full max-w-[26rem] justify-self-center lg:-mb-12 lg:min-h-[374px] lg:self-end">
        <SampleCard />
      </div>
    </div>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="how">
      <h2 id="how" className="mb-4 font-display text-2xl lg:text-3xl">
        How it works
      </h2>
      <Steps
        steps={[
          ['Post the round you booked', "Course, date and time. That's all it takes."],
          [
            'The others claim the open spots',
            'First come, first served. Never five names on four spots.',
          ],
          ["Everyone sees who's playing", 'The card updates right away on every phone.'],
        ]}
      />
    </section>
  )
}

function Price() {
  return (
    <section
      aria-labelledby="price"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-y border-line py-6"
    >
      <div>
        <h2 id="price" className="font-display text-2xl lg:text-3xl">
          {PRICE_TEXT}
        </h2>
        <p className="mt-1 text-muted">For the whole group, however many you are.</p>
      </div>
      <Link href={pathTo('purchase')} className={`${buttonClass('outline')} px-6!`}>
        Buy Now
      </Link>
    </section>
  )
}

const PLAYERS: readonly { name: string; tone: Tone }[] = [
  { name: 'Nora Ellis', tone: 'primary' },
  { name: 'Sam Okoye', tone: 'primary' },
  { name: 'Lee Tran', tone: 'primary' },
]

/** A picture of a tee time with one open spot, built from the same parts as a real card. */
function SampleCard() {
  return (
    <div
      role="img"
      aria-label="A tee time: Saturday, May 30, 8:12 AM at Cedar Hollow Links. Three players are in, and one spot is open to claim."
      className="sheet tee-time flex flex-col gap-3 p-4 text-ink"
    >
      <div className="flex items-start gap-3">
        <span className="flex w-14 shrink-0 flex-col overflow-hidden rounded-[0.625rem] border border-line bg-sheet text-center">
          <span className="leaf-head py-0.5 text-xs font-bold tracking-wide">Sat</span>
          <span className="font-display text-2xl leading-8">30</span>
          <span className="pb-1 text-xs leading-none font-semibold text-muted">May</span>
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-display text-[2rem] leading-9">
            8:12 <span className="font-sans text-base font-semibold">AM</span>
          </span>
          <span className="mt-0.5 block leading-snug font-semibold">Cedar Hollow Links</span>
        </span>
        <span className="chip bg-sand-soft">1 open</span>
      </div>
      <div className="spots">
        {PLAYERS.map(({ name, tone }) => (
          <span key={name} className="spot">
            <Avatar name={name} tone={tone} size="small" />
            <span className="font-medium">{name}</span>
          </span>
        ))}
        <span className="spot" data-open>
          <span className="size-8 shrink-0 rounded-full border-2 border-dashed border-edge" />
          Available
        </span>
      </div>
      <div className="flex min-h-14 items-center gap-3 rounded-[0.625rem] bg-sunken px-3 py-1.5 text-sm leading-snug">
        <CloudSun size={28} className="shrink-0 text-sky" />
        <span className="flex-1">
          <span className="block text-base leading-tight font-bold">17°C</span>
          <span className="block">Partly Cloudy</span>
        </span>
        <span className="text-right">
          <span className="block">
            <Wind size={14} className="mr-1.5 inline" />
            SW 12 km/h
          </span>
          <span className="block">
            <Droplets size={14} className="mr-1.5 inline" />
            10%
          </span>
        </span>
      </div>
      <span className={buttonClass('primary')}>Claim Spot</span>
    </div>
  )
}
