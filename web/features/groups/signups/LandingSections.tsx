import ChevronDown from 'lucide-react/icons/chevron-down'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Repeat from 'lucide-react/icons/repeat'
import { FeatureCards } from './FeatureCards.tsx'
import { PRICE_TEXT, useTrialText } from './PublicPage.tsx'

const TEXTS = [
  [
    'Received: ',
    'Fourball: 1 spot open: #7 Sat 8:12 AM Cedar Hollow Links (Nora). Reply IN 7.',
    'self-start rounded-bl-md border border-line bg-sheet text-ink',
  ],
  ['Sent: ', 'IN 7', 'self-end rounded-br-md bg-fairway text-on-fairway'],
  [
    'Received: ',
    "You're in: Sat 8:12 AM Cedar Hollow Links, no spots left.",
    'self-start rounded-bl-md border border-line bg-sheet text-ink',
  ],
] as const

export function ClaimByText() {
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
          {TEXTS.map(([direction, text, look]) => (
            <li key={text} className={`max-w-[88%] rounded-2xl px-3 py-2 leading-snug ${look}`}>
              <span className="sr-only">{direction}</span>
              {text}
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

const MORE = [
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

export function ForRegulars() {
  return (
    <section aria-labelledby="regulars">
      <h2 id="regulars" className="mb-5 font-display text-2xl lg:text-3xl">
        For Groups That Play a Lot
      </h2>
      <FeatureCards features={MORE} />
    </section>
  )
}

export function Questions() {
  const trial = useTrialText()
  const answers = [
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
      `No. One person pays ${PRICE_TEXT}, and that covers the whole group, no matter how big it is.`,
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
    <section aria-labelledby="questions">
      <h2 id="questions" className="mb-3 font-display text-2xl lg:text-3xl">
        Questions and Answers
      </h2>
      {answers.map(([question, answer]) => (
        <details key={question} className="group border-b border-line">
          <summary className="flex min-h-13 items-center gap-3 py-2 leading-snug font-semibold">
            <span className="min-w-0 flex-1">{question}</span>
            <ChevronDown
              aria-hidden
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
    </section>
  )
}
