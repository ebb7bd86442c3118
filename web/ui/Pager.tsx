import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import type { ReactNode } from 'react'
import { grouped } from '../lib/counts.ts'

interface PagerProps {
  readonly page: number
  readonly pages: number
  readonly onTurn: (page: number) => void
}

/** Turns the pages of a list. Renders nothing if there is only one. */
export function Pager({ page, pages, onTurn }: PagerProps) {
  if (pages <= 1) return null
  const turn = (label: string, to: number, icon: ReactNode) => (
    <button
      type="button"
      aria-label={label}
      aria-disabled={to === page || undefined}
      className="icon-button border border-edge aria-disabled:opacity-50"
      onClick={() => {
        if (to !== page) onTurn(to)
      }}
    >
      {icon}
    </button>
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2">
      {turn('First page', 1, <ChevronsLeft aria-hidden size={18} />)}
      {turn('Previous page', Math.max(1, page - 1), <ChevronLeft aria-hidden size={18} />)}
      <p className="px-2 text-sm">
        Page {grouped(page)} of {grouped(pages)}
      </p>
      {turn('Next page', Math.min(pages, page + 1), <ChevronRight aria-hidden size={18} />)}
      {turn('Last page', pages, <ChevronsRight aria-hidden size={18} />)}
    </nav>
  )
}
