import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import Search from 'lucide-react/icons/search'
import { useId } from 'react'
import { formatNumber } from '../lib/counts.ts'
import { IconButton } from './Button.tsx'

export function SearchField(props: {
  label: string
  placeholder: string
  text: string
  onType: (text: string) => void
}) {
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-md">
      <Search
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        aria-label={props.label}
        type="search"
        value={props.text}
        maxLength={100}
        placeholder={props.placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="control pl-10"
        onChange={(event) => props.onType(event.target.value)}
      />
    </div>
  )
}

export function PickField(props: {
  label: string
  value: string
  options: readonly (readonly [value: string, label: string])[]
  onPick: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 basis-full items-center gap-2 sm:flex-none sm:basis-auto">
      <label htmlFor={id} className="shrink-0 text-sm font-semibold">
        {props.label}
      </label>
      <select
        id={id}
        value={props.value}
        onChange={(event) => props.onPick(event.target.value)}
        className="control min-w-0"
      >
        {props.options.map(([option, label]) => (
          <option key={option} value={option}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Pager(props: { page: number; pages: number; onTurn: (page: number) => void }) {
  const { page, pages, onTurn } = props
  if (pages <= 1) return null
  const pageButton = (label: string, to: number, icon: LucideIcon) => (
    <IconButton
      icon={icon}
      iconSize={18}
      label={label}
      pending={to === page}
      className="border border-edge"
      onClick={() => onTurn(to)}
    />
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2">
      {pageButton('First page', 1, ChevronsLeft)}
      {pageButton('Previous page', Math.max(1, page - 1), ChevronLeft)}
      <p className="px-2 text-sm">
        Page {formatNumber(page)} of {formatNumber(pages)}
      </p>
      {pageButton('Next page', Math.min(pages, page + 1), ChevronRight)}
      {pageButton('Last page', pages, ChevronsRight)}
    </nav>
  )
}
