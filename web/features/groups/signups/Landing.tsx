import { useState } from 'react'
import { type Signup, signUpForTrial } from '../../../../contract/signups.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ButtonLink } from '../../../ui/Links.tsx'
import { DemoCard } from './DemoCard.tsx'
import { BENEFITS, FeatureCards } from './FeatureCards.tsx'
import { ClaimByText, ForRegulars, Questions } from './LandingSections.tsx'
import {
  LANDING_PAGE,
  NextSteps,
  PAGE_WIDTH_CLASSES,
  PRICE_TEXT,
  PublicPage,
  SignedUp,
  Steps,
  useTrialText,
} from './PublicPage.tsx'
import { SignupForm } from './SignupForm.tsx'

const COLUMNS = 'grid grid-cols-1 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-16'

const HOW_IT_WORKS = [
  ['You post the tee time you booked', "Course, date, and time. That's all it takes."],
  [
    'Your buddies claim the open spots',
    'First come, first served. Never five names for four spots.',
  ],
  ["Everyone sees who's playing", 'The tee time updates right away on every phone.'],
] as const

export function Landing() {
  usePageTitle(LANDING_PAGE.title)
  const [started, setStarted] = useState<Signup>()
  const trial = useTrialText()
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
      <div className={`${PAGE_WIDTH_CLASSES} ${COLUMNS} gap-y-10 pt-32 pb-16 lg:pt-28`}>
        <div className="space-y-10 lg:space-y-14">
          <section aria-labelledby="how">
            <h2 id="how" className="mb-4 font-display text-2xl lg:text-3xl">
              How It Works
            </h2>
            <Steps steps={HOW_IT_WORKS} />
          </section>
          <ClaimByText />
          <section aria-labelledby="benefits">
            <h2 id="benefits" className="mb-5 font-display text-2xl lg:text-3xl">
              What Your Group Gets
            </h2>
            <FeatureCards features={BENEFITS} />
          </section>
        </div>
        <section
          id="trial"
          aria-labelledby="trial-heading"
          className="scroll-mt-4 lg:col-start-2 lg:row-span-2 lg:row-start-1"
        >
          <div className="sheet p-5 sm:p-7 lg:top-6 [@media(min-height:62rem)]:lg:sticky">
            <h2 id="trial-heading" className="font-display text-2xl">
              Start Your Free Trial
            </h2>
            <p className="mt-1 mb-5 text-muted">
              {`We'll email you a link that starts your ${trial}. No card needed.`}
            </p>
            <SignupForm
              signUp={(body) => call(signUpForTrial, { body })}
              failure={{ title: 'Signup Failed', fallback: 'Please try again.' }}
              submitLabel="Start Free Trial"
              pendingLabel="Starting your trial..."
              onSignedUp={setStarted}
            />
          </div>
        </section>
        <div className="space-y-10 lg:col-start-1 lg:space-y-14">
          <ForRegulars />
          <Price />
          <Questions />
        </div>
      </div>
    </PublicPage>
  )
}

function Hero() {
  const trial = useTrialText()
  return (
    <div
      className={`${PAGE_WIDTH_CLASSES} ${COLUMNS} items-start gap-y-9 lg:items-center pt-8 lg:pt-14`}
    >
      <div className="lg:pb-14">
        <h1 className="font-display text-[2.125rem] leading-[1.15] sm:text-5xl lg:text-[3.25rem]">
          You booked the tee time. Your buddies fill the spots.
        </h1>
        <p className="mt-4 max-w-[34rem] text-lg leading-relaxed text-on-turf-muted lg:text-xl">
          Fourball is a private page for your golf group. Post a tee time, and your buddies claim
          the open spots from any phone. Nothing to install.
        </p>
        <a
          href="#trial"
          className={`${buttonClass('primary')} mt-6 bg-on-turf! px-6! text-[#0c3c29]! hover:bg-ball!`}
        >
          Start Free Trial
        </a>
        <p className="mt-3 text-on-turf-muted">
          {`No card needed for your ${trial}. After that, it's ${PRICE_TEXT}.`}
        </p>
      </div>
      {/* Reserves the card's height, so that the card does not move while the page loads. */}
      <div className="relative z-10 -mb-20 w-full max-w-[26rem] justify-self-center lg:-mb-12 lg:min-h-[354px] lg:self-end">
        <DemoCard />
      </div>
    </div>
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
        <p className="mt-1 text-muted">For the whole group, no matter how big it is.</p>
      </div>
      <ButtonLink href={pathTo('purchase')} look="outline" className="px-6!">
        Buy Now
      </ButtonLink>
    </section>
  )
}
