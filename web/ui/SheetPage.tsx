import type { ReactNode } from 'react'
import { Logo } from './Notice.tsx'

export function SheetPage(props: {
  heading: string
  intro: string
  children: ReactNode
  below?: ReactNode
}) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="turf pt-[max(1.5rem,env(safe-area-inset-top))] pb-24">
        <div className="column">
          <Logo size={36} />
          <h1 className="mt-3 font-display text-[1.75rem] leading-tight sm:text-3xl wrap-anywhere">
            {props.heading}
          </h1>
          <p className="mt-2 text-on-turf-muted wrap-anywhere">{props.intro}</p>
        </div>
      </header>
      <main className="column -mt-16 pb-10">
        <div className="sheet p-5">{props.children}</div>
        {props.below}
      </main>
    </div>
  )
}
