import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'

interface DisclosureProps {
  readonly title: string
  /** A short summary of the hidden content, such as the current setting. */
  readonly now: ReactNode
  /** Whether to keep the content open, because something in it must be seen. */
  readonly forced?: boolean
  readonly children: ReactNode
}

export function Disclosure({ title, now, forced = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="group"
      open={open || forced}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-13 items-center gap-2 py-2 text-sm leading-snug">
        <span className="min-w-0 flex-1">{title}</span>
        <span className="text-right text-muted">{now}</span>
        <ChevronDown
          aria-hidden
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="space-y-3 pb-4">{children}</div>
    </details>
  )
}
