import type { ReactNode } from 'react'
import { failureText, LOADING_FAILED } from '../lib/api-client.ts'
import { Button } from './Button.tsx'
import { Logo } from './Mark.tsx'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
  /** What to do next: a button or a link. */
  readonly action?: ReactNode
  /** `h1` when the notice is the whole screen. */
  readonly as?: 'h1' | 'h2'
}

/** A message in place of content: nothing here yet, or why it cannot be shown. */
export function Notice({ title, children, action, as: Heading = 'h2' }: NoticeProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-10 text-center">
      <div className="text-fairway">
        <Logo size={56} />
      </div>
      <Heading className="font-display text-xl">{title}</Heading>
      <div className="max-w-sm text-muted wrap-anywhere">{children}</div>
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}

/** A screen with nothing but a message. */
export function NoticeScreen(props: Omit<NoticeProps, 'as'>) {
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice as="h1" {...props} />
    </main>
  )
}

interface LoadingFailedProps {
  readonly title: string
  readonly error: Error | null
  readonly onRetry: () => void
  /** Whether nothing else is on the screen. */
  readonly isScreen?: boolean
}

/** Says why something could not be loaded, with a button to try again. */
export function LoadingFailed({ title, error, onRetry, isScreen = false }: LoadingFailedProps) {
  const Place = isScreen ? NoticeScreen : Notice
  return (
    <Place title={title} action={<Button onClick={onRetry}>Try Again</Button>}>
      {failureText(error, LOADING_FAILED)}
    </Place>
  )
}
