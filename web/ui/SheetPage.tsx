import type { ReactNode } from 'react'
import { Mark } from './Mark.tsx'

interface SheetPageProps {
  readonly heading: string
  readonly intro: string
  /** What stands on the sheet. */
  readonly children: ReactNode
  /** What stands below it. */
  readonly below?: ReactNode
}

/** A screen of one sheet on the turf: what visitors fill in. */
export function SheetPage({ heading, intro, children, below }: SheetPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="turf pt-[max(2.5rem,env(safe-area-inset-top))] pb-24">
        <div className="column">
          <Mark size={44} />
          <h1 className="mt-4 font-display text-3xl leading-tight wrap-anywhere">{heading}</h1>
          <p className="mt-1 text-on-turf-muted wrap-anywhere">{intro}</p>
        </div>
      </header>
      <main className="column -mt-16 pb-10">
        <div className="sheet p-5">{children}</div>
        {below}
      </main>
    </div>
  )
}
