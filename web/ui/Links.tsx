import ChevronLeft from 'lucide-react/icons/chevron-left'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { pathTo } from '../lib/paths.ts'
import { type ButtonLook, buttonClass } from './Button.tsx'

/** @param props.reload whether to load the whole page, because the app's cache is outdated */
export function BackLink(props: { href: string; reload?: boolean; children: string }) {
  const { href, reload = false, children } = props
  const Anchor = reload ? 'a' : Link
  return (
    <Anchor
      href={href}
      className="-ml-2 inline-flex min-h-11 min-w-0 max-w-full items-center gap-1 rounded-[0.625rem] pr-2 font-semibold text-on-turf-muted hover:text-on-turf"
    >
      <ChevronLeft size={22} className="shrink-0" />
      <span className="truncate">{children}</span>
    </Anchor>
  )
}

/** @param props.state the history state of the page that the link opens */
export function ButtonLink(
  props: ComponentProps<'a'> & { href: string; look?: ButtonLook; state?: object },
) {
  const { look = 'primary', className = '', ...rest } = props
  return <Link {...rest} className={`${buttonClass(look)} ${className}`} />
}

/** A link within a sentence. */
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
  /** Whether the tabs are in a green header. */
  onTurf?: boolean
}) {
  const { label, tabs, current, onTurf = false } = props
  const colors = onTurf
    ? 'text-on-turf-muted hover:text-on-turf aria-[current]:bg-on-turf aria-[current]:text-turf'
    : 'text-muted hover:text-ink aria-[current]:bg-fairway aria-[current]:text-on-fairway'
  return (
    <nav
      aria-label={label}
      className={`flex flex-wrap p-1 ${onTurf ? 'rounded-xl border border-on-turf/25 bg-turf' : 'sheet sm:w-fit'}`}
    >
      {tabs.map(({ name, href }) => (
        <Link
          key={name}
          href={href}
          aria-current={name === current ? 'page' : undefined}
          className={`flex min-h-11 flex-auto items-center justify-center rounded-lg px-3 font-semibold whitespace-nowrap max-[22rem]:text-[0.9375rem] sm:px-4 ${colors}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
