import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'wouter'

interface BackLinkProps {
  readonly href: string
  /** Where it leads. */
  readonly children: string
}

/** The way up, first on the turf of a screen that is not a tab's. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <Link
      href={href}
      className="-ml-2 inline-flex min-h-11 min-w-0 max-w-full items-center gap-1 rounded-[0.625rem] pr-2 font-semibold text-on-turf-muted hover:text-on-turf"
    >
      <ChevronLeft aria-hidden size={22} className="shrink-0" />
      <span className="truncate">{children}</span>
    </Link>
  )
}
