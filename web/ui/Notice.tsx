import type { LucideIcon } from 'lucide-react'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { failureText, LOADING_FAILED } from '../lib/api-client.ts'
import { Button } from './Button.tsx'

interface NoticeProps {
  readonly title: string
  readonly children: ReactNode
  readonly action?: ReactNode
  readonly as?: 'h1' | 'h2' | 'h3'
}

export function Notice({ title, children, action, as: Heading = 'h2' }: NoticeProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-4 py-6 text-center">
      <div className="text-fairway">
        <Logo size={56} />
      </div>
      <Heading className="font-display text-xl">{title}</Heading>
      <div className="max-w-sm text-balance text-muted wrap-anywhere">{children}</div>
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}

export function Logo({ size }: { size: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size}>
      <circle cx="7" cy="7" r="4.5" fill="currentColor" />
      <circle cx="17" cy="7" r="4.5" fill="currentColor" />
      <circle cx="7" cy="17" r="4.5" fill="currentColor" />
      <circle cx="17" cy="17" r="3.6" fill="none" stroke="var(--color-ball)" strokeWidth="1.8" />
    </svg>
  )
}

export function NoticeScreen(props: Omit<NoticeProps, 'as'>) {
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice as="h1" {...props} />
    </main>
  )
}

/** Without `children`, the box is invisible but takes up space, to avoid a layout shift. */
export function Callout(props: {
  icon: LucideIcon
  isWarning?: boolean
  className?: string
  children: ReactNode
}) {
  const { icon, isWarning = false, className = '', children } = props
  const Icon = isWarning ? TriangleAlert : icon
  return (
    <div
      className={`flex gap-3 rounded-[0.875rem] border px-4 py-3 text-pretty wrap-anywhere ${isWarning ? 'border-flag bg-flag-soft font-semibold' : 'border-line bg-sand-soft'} ${children === undefined ? 'invisible' : ''} ${className}`}
    >
      <Icon size={22} className={`shrink-0 ${isWarning ? 'text-flag' : 'text-sand'}`} />
      {children}
    </div>
  )
}

export function LoadingFailed(props: {
  title: string
  query: { error: Error | null; refetch: () => unknown }
  /** Whether nothing else is on the screen. */
  isScreen?: boolean
}) {
  const { title, query, isScreen = false } = props
  const Container = isScreen ? NoticeScreen : Notice
  return (
    <Container title={title} action={<Button onClick={() => query.refetch()}>Try Again</Button>}>
      {failureText(query.error, LOADING_FAILED)}
    </Container>
  )
}

/** Says that a part of a screen failed to load, and offers a retry. */
export function LoadingFailedRow(props: {
  title?: string
  query: { error: Error | null; refetch: () => unknown }
  className?: string
}) {
  const { title, query, className = '' } = props
  return (
    <div className={`flex flex-wrap items-center justify-between gap-3 ${className}`}>
      <p role="status" className="min-w-0 flex-1 basis-48 text-sm">
        {title} {failureText(query.error, LOADING_FAILED)}
      </p>
      <Button look="outline" onClick={() => query.refetch()}>
        Try Again
      </Button>
    </div>
  )
}
