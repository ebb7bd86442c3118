import ChevronLeft from 'lucide-react/icons/chevron-left'
import { Link } from 'wouter'

interface BackLinkProps {
  readonly href: string
  /** The name of the screen it leads to. */
  readonly children: string
}

/** The link to the parent screen, first on the turf of a screen without a tab. */
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
