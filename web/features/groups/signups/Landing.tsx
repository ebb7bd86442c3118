import ChevronDown from 'lucide-react/icons/chevron-down'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import { type Signup, signUpForTrial } from '../../../../contract/signups.ts'
import { call } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { ButtonLink, TextLink } from '../../../ui/Links.tsx'
import { DemoCard } from './DemoCard.tsx'
import { BENEFITS, FeatureCards } from './FeatureCards.tsx'
import {
  NextSteps,
  PageSection,
  PRICE_TEXT,
  PUBLIC_PAGES,
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
  usePageTitle(PUBLIC_PAGES.landing.title)
  const [startedSignup, setStarted] = useState<Signup>()
  const trialText = useTrialText()
  if (startedSignup) {
    return (
      <SignedUp
        heading="Check Your Email"
        intro={`One more step and ${startedSignup.groupName} is ready: open the link we sent you.`}
      >
        <NextSteps email={startedSignup.adminEmail} />
      </SignedUp>
    )
  }
  return (
    <PublicPage hero={<Hero />}>
      <div className={`page ${COLUMNS} gap-y-10 pt-32 pb-16 lg:pt-28`}>
        <div className="space-y-10 lg:space-y-14">
          <PageSection title="How It Works">
            <Steps steps={HOW_IT_WORKS} />
          </PageSection>
          <ClaimByText />
          <PageSection title="What Your Group Gets">
            <FeatureCards features={BENEFITS} />
          </PageSection>
        </div>
        <section
          id="trial"
          aria-labelledby="trial-heading"
          className="scroll-mt-4 lg:col-start-2 lg:row-start-1"
        >
          <div className="sheet p-5 sm:p-7 lg:top-6 [@media(min-height:62rem)]:lg:sticky">
            <h2 id="trial-heading" className="font-display text-2xl">
              Start Your Free Trial
            </h2>
            <p className="mt-1 mb-5 text-muted">
              {`We'll email you a link that starts your ${trialText}. No card needed.`}
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
        <div className="grid items-start gap-x-16 gap-y-10 lg:col-span-2 lg:grid-cols-2">
          <div className="space-y-10">
            <PageSection title="For Groups That Play a Lot">
              <FeatureCards features={MORE_FEATURES} />
            </PageSection>
            <Price />
          </div>
          <Questions />
        </div>
      </div>
    </PublicPage>
  )
}

function Hero() {
  const trialText = useTrialText()
  return (
    <div className={`page ${COLUMNS} items-start gap-y-9 lg:items-center pt-8 lg:pt-14`}>
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
          {`No card needed for your ${trialText}. After that, it's ${PRICE_TEXT}.`}
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

const SAMPLE_TEXTS = [
  ['Received:', 'Fourball: 1 spot open: #7 Sat 8:12 AM Cedar Hollow Links (Nora). Reply IN 7.'],
  ['Sent:', 'IN 7'],
  ['Received:', "You're in: Sat 8:12 AM Cedar Hollow Links, no spots left."],
] as const

const TEXT_LOOKS = {
  'Received:': 'self-start rounded-bl-md border border-line bg-sheet text-ink',
  'Sent:': 'self-end rounded-br-md bg-fairway text-on-fairway',
}

function ClaimByText() {
  return (
    <section aria-labelledby="by-text" className="grid items-center gap-6 sm:grid-cols-2">
      <div>
        <h2 id="by-text" className="font-display text-2xl lg:text-3xl">
          Or Just Text Back
        </h2>
        <p className="mt-3 leading-relaxed text-muted">
          Members who want texts get one when a tee time is posted. Reply IN and the tee time's
          number to claim a spot, or OUT to give it back. Any phone that can text will do.
        </p>
      </div>
      <div className="mx-auto w-full max-w-[19rem] rounded-[2rem] border-[0.5rem] border-turf bg-ground px-3 pt-2 pb-4">
        <p aria-hidden className="pb-2 text-center text-sm font-semibold text-muted">
          Fourball
        </p>
        <ol aria-label="Claiming a spot by text" className="flex flex-col gap-2">
          {SAMPLE_TEXTS.map(([direction, text]) => (
            <li
              key={text}
              className={`max-w-[88%] rounded-2xl px-3 py-2 leading-snug ${TEXT_LOOKS[direction]}`}
            >
              <span className="sr-only">{direction} </span>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const MORE_FEATURES = [
  {
    Icon: ListOrdered,
    title: 'Waiting List',
    text: 'Full? Get in line. When someone leaves, Fourball offers the spot to the next golfer, online or by text.',
  },
  {
    Icon: Repeat,
    title: 'Recurring Tee Times',
    text: 'Same time every Saturday? Set it up once, and Fourball posts it every week or every other week.',
  },
] as const

function Questions() {
  const trial = useTrialText()
  const questionsAndAnswers = [
    [
      'Does everyone have to install an app?',
      "No. Fourball runs in the browser on any phone or computer. You can add it to your home screen. And anyone who'd rather text can claim spots by text.",
    ],
    [
      'What happens after the trial?',
      `You're never charged when the ${trial} ends. You just can't post tee times or claim spots until the group's owner pays. Everything you posted stays.`,
    ],
    [
      'Does everyone pay?',
      `No. One person pays ${PRICE_TEXT}, and that covers the whole group, no matter how big it is. It renews until they cancel.`,
    ],
    [
      'Does Fourball book the tee time?',
      'No. You book with the course as you always do. Fourball helps you fill out your foursome with your buddies.',
    ],
    [
      'What if two of us want the last spot?',
      "One gets it. The other sees right away that it's gone, and can get in line for the next one.",
    ],
    [
      'Who can see our tee times?',
      "Members of your group and the Fourball team. A golfer you invite by email sees your next open tee time. Only the group's owner and the Fourball team can see phone numbers.",
    ],
  ] as const
  return (
    <PageSection title="Questions and Answers">
      {questionsAndAnswers.map(([question, answer]) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-13 items-center gap-3 py-2 leading-snug font-semibold">
            <span className="min-w-0 flex-1">{question}</span>
            <ChevronDown
              size={20}
              className="shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <p className="max-w-[38rem] pb-4 leading-relaxed text-muted">{answer}</p>
        </details>
      ))}
      <p className="mt-4 text-muted">
        Something else? <TextLink to="contact">Ask us</TextLink>.
      </p>
    </PageSection>
  )
}
