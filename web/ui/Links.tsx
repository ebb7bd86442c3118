import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { pathTo } from '../lib/paths.ts'
import { type ButtonLook, buttonClass } from './Button.tsx'

export function BackLink({ href, children }: { href: string; children: string }) {
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

export function ButtonLink(props: ComponentProps<'a'> & { href: string; look?: ButtonLook }) {
  const { look = 'primary', className = '', ...rest } = props
  return <Link {...rest} className={`${buttonClass(look)} ${className}`} />
}

/** A link among other words. */
export function TextLink(props: {
  to: 'landing' | 'login' | 'purchase' | 'privacy' | 'terms' | 'contact'
  children: string
}) {
  return (
    <Link href={pathTo(props.to)} className="text-link">
      {props.children}
    </Link>
  )
}

export function LinkTabs(props: {
  label: string
  tabs: readonly { name: string; href: string }[]
  current: string
}) {
  return (
    <nav aria-label={props.label} className="sheet flex flex-wrap p-1 sm:w-fit">
      {props.tabs.map(({ name, href }) => (
        <Link
          key={name}
          href={href}
          aria-current={name === props.current ? 'page' : undefined}
          className="flex min-h-11 flex-auto items-center justify-center rounded-lg px-2 font-semibold whitespace-nowrap text-muted max-[22rem]:text-[0.9375rem] sm:px-4 hover:text-ink aria-[current]:bg-fairway aria-[current]:text-on-fairway"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
