import type { ReactNode } from 'react'

/** A screen with a green header. `width` is the CSS class that limits the width of its content. */
export function Page(props: {
  title: string
  /** Whether the title gets the focus when a dialog closes and its opener is gone. */
  isTitleFocusable?: boolean
  /** An empty subtitle still takes up space, to avoid a layout shift when its text has loaded. */
  subtitle?: string
  /** The link back, at the left of the header's first line. */
  back: ReactNode
  /** A link or button at the right of the header's first line, such as 'Log Out'. */
  headerAction?: ReactNode
  width: string
  children: ReactNode
}) {
  const { title, isTitleFocusable, subtitle, back, headerAction, width, children } = props
  return (
    <>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className={width}>
          <div className="flex min-h-11 items-center justify-between gap-2">
            {back}
            {headerAction}
          </div>
          <h1
            {...(isTitleFocusable && { tabIndex: -1, 'data-after-dialog': true })}
            className="mt-2 font-display text-[1.625rem] leading-9"
          >
            {title}
          </h1>
          {subtitle !== undefined && (
            <p className="min-h-6 text-on-turf-muted wrap-anywhere">{subtitle}</p>
          )}
        </div>
      </header>
      <main className={`${width} space-y-3 py-5 sm:space-y-5`}>{children}</main>
    </>
  )
}
