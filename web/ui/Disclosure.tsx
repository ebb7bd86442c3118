import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'

export function Disclosure(props: {
  title: string
  /** A short summary of the hidden content, such as the current setting. */
  preview?: ReactNode
  /** Whether to keep the content open, because something in it must be seen. */
  forceOpen?: boolean
  children: ReactNode
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details
      className="group"
      open={isOpen || props.forceOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-13 items-center gap-2 py-2 text-sm leading-snug">
        <span className="min-w-0 flex-1 font-semibold">{props.title}</span>
        <span className="text-right text-muted">{props.preview}</span>
        <ChevronDown
          size={18}
          className="shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="space-y-3 pb-4">{props.children}</div>
    </details>
  )
}
