import { type ReactNode, useEffect, useRef } from 'react'
import { WELCOME_LINK_DAYS } from '../../../../contract/limits.ts'
import { PAGE_WIDTH, PublicPage } from './PublicPage.tsx'

interface SignedUpProps {
  readonly heading: string
  /** One sentence about the current status. */
  readonly standing: ReactNode
  readonly children: ReactNode
}

/** The page a visitor sees after sending the form. */
export function SignedUp({ heading, standing, children }: SignedUpProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    title.current?.focus()
  }, [])
  return (
    <PublicPage
      hero={
        <div className={`${PAGE_WIDTH} pt-10 pb-24 sm:pt-14`}>
          <div className="mx-auto max-w-[38rem]">
            <h1
              ref={title}
              tabIndex={-1}
              className="font-display text-4xl leading-tight outline-none"
            >
              {heading}
            </h1>
            <p className="mt-3 text-lg leading-relaxed text-on-turf-muted wrap-anywhere">
              {standing}
            </p>
          </div>
        </div>
      }
    >
      <div className={`${PAGE_WIDTH} -mt-14 pb-12`}>
        <div className="sheet mx-auto max-w-[38rem] p-5 sm:p-7">{children}</div>
      </div>
    </PublicPage>
  )
}

interface NextStepsProps {
  /** Undefined if it is no longer known. */
  readonly email: string | undefined
  readonly heading?: string
  readonly intro?: string
}

/** The next steps after the form: the email, the buddies, the first tee time. */
export function NextSteps({ email, heading = 'What happens next', intro }: NextStepsProps) {
  return (
    <>
      <h2 className="font-display text-xl">{heading}</h2>
      {intro !== undefined && <p className="mt-1 leading-relaxed text-muted">{intro}</p>}
      <div className="mt-4">
        <Steps
          steps={[
            [
              'Open the link in your mail',
              <>
                It is on its way to{' '}
                <strong className="text-ink wrap-anywhere">{email ?? 'your address'}</strong>. Your
                group starts when you open it, within {WELCOME_LINK_DAYS} days. Nothing there after
                a few minutes? Look in your spam folder.
              </>,
            ],
            ['Add your buddies', 'Their name, email and phone number are enough.'],
            ['Post your first tee time', 'The others see it at once and claim the open spots.'],
          ]}
        />
      </div>
    </>
  )
}

interface StepsProps {
  /** What to do, and a short explanation. */
  readonly steps: readonly (readonly [title: string, text: ReactNode])[]
}

/** A numbered list of steps. */
export function Steps({ steps }: StepsProps) {
  return (
    <ol className="space-y-4">
      {steps.map(([title, text], place) => (
        <li key={title} className="flex gap-3.5">
          <span
            aria-hidden
            className="grid size-9 shrink-0 place-items-center rounded-full bg-sand-soft font-display"
          >
            {place + 1}
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
