import type { ReactNode } from 'react'

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
