import type { LucideIcon } from 'lucide-react'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import ChevronsLeft from 'lucide-react/icons/chevrons-left'
import ChevronsRight from 'lucide-react/icons/chevrons-right'
import Search from 'lucide-react/icons/search'
import { useId } from 'react'
import { formatNumber } from '../lib/counts.ts'
import { IconButton } from './Button.tsx'

interface SearchFieldProps {
  readonly label: string
  readonly placeholder: string
  readonly text: string
  readonly onType: (text: string) => void
}

export function SearchField({ label, placeholder, text, onType }: SearchFieldProps) {
  return (
    <div className="relative min-w-0 flex-1 basis-56 sm:max-w-md">
      <Search
        aria-hidden
        size={18}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
      />
      <input
        aria-label={label}
        type="search"
        value={text}
        maxLength={100}
        placeholder={placeholder}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="control pl-10"
        onChange={(event) => onType(event.target.value)}
      />
    </div>
  )
}

interface PickFieldProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onPick: (value: string) => void
}

export function PickField({ label, value, options, onPick }: PickFieldProps) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-1 basis-full items-center gap-2 sm:flex-none sm:basis-auto">
      <label htmlFor={id} className="shrink-0 text-sm font-semibold">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onPick(event.target.value)}
        className="control min-w-0"
      >
        {options.map(([option, optionLabel]) => (
          <option key={option} value={option}>
            {optionLabel}
          </option>
        ))}
      </select>
    </div>
  )
}

export function Pager(props: { page: number; pages: number; onTurn: (page: number) => void }) {
  const { page, pages, onTurn } = props
  if (pages <= 1) return null
  const turn = (label: string, to: number, icon: LucideIcon) => (
    <IconButton
      icon={icon}
      iconSize={18}
      label={label}
      pending={to === page}
      className="border border-edge aria-disabled:opacity-50"
      onClick={() => onTurn(to)}
    />
  )
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-center gap-2">
      {turn('First page', 1, ChevronsLeft)}
      {turn('Previous page', Math.max(1, page - 1), ChevronLeft)}
      <p className="px-2 text-sm">
        Page {formatNumber(page)} of {formatNumber(pages)}
      </p>
      {turn('Next page', Math.min(pages, page + 1), ChevronRight)}
      {turn('Last page', pages, ChevronsRight)}
    </nav>
  )
}
