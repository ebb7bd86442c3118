import type { LucideIcon } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'wouter'
import { PlainButton } from './Button.tsx'

export function LinkRow(props: {
  href: string
  title: string
  /** Whether the row is a sheet of its own. By default, it's part of a sheet with other rows. */
  alone?: boolean
  children: ReactNode
}) {
  return (
    <Link
      href={props.href}
      className={`flex min-h-18 items-center gap-4 p-4 ${props.alone ? 'sheet hover:border-edge' : 'hover:bg-sunken'}`}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{props.title}</span>
        <span className="block text-sm text-muted">{props.children}</span>
      </span>
      <ChevronRight size={20} className="shrink-0 text-muted" />
    </Link>
  )
}

type RowButtonProps = ComponentProps<typeof PlainButton> & {
  icon: LucideIcon
  tone?: 'ink' | 'flag'
}

export function RowButton({ icon: Icon, tone = 'ink', children, ...rest }: RowButtonProps) {
  return (
    <PlainButton
      {...rest}
      className={`flex min-h-13 w-full items-center gap-3 px-4 py-2 text-left font-semibold aria-disabled:opacity-75 ${tone === 'flag' ? 'text-flag hover:bg-flag-soft' : 'hover:bg-sunken'}`}
    >
      <Icon size={20} className={`shrink-0 ${tone === 'flag' ? '' : 'text-muted'}`} />
      {children}
    </PlainButton>
  )
}
