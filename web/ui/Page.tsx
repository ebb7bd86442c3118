import type { ReactNode } from 'react'

/** A screen with a green header. `width` is the CSS class that limits the width of its content. */
export function Page(props: {
  title: string
  /** Empty while loading, to keep its space. */
  subtitle?: string
  /** The link back, on the left of the header's first line. */
  back: ReactNode
  /** What is on the right of that line. */
  beside?: ReactNode
  width: string
  children: ReactNode
}) {
  const { title, subtitle, back, beside, width, children } = props
  return (
    <>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className={width}>
          <div className="flex min-h-11 items-center justify-between gap-2">
            {back}
            {beside}
          </div>
          <h1 className="mt-2 font-display text-[1.625rem] leading-9">{title}</h1>
          {subtitle !== undefined && (
            <p className="min-h-6 text-on-turf-muted wrap-anywhere">{subtitle}</p>
          )}
        </div>
      </header>
      <main className={`${width} space-y-3 py-5 sm:space-y-5`}>{children}</main>
    </>
  )
}
