import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PRICE, PRICE_MONTHS } from '../../../../contract/limits.ts'
import { pathTo } from '../../../lib/paths.ts'
import { Logo } from '../../../ui/Mark.tsx'

/** Limits the width of a public page. */
export const PAGE_WIDTH = 'mx-auto w-full max-w-[70rem] px-4 sm:px-8'

interface PublicPageProps {
  /** Content of the green header, below the app's name. */
  readonly hero: ReactNode
  readonly children: ReactNode
}

/** A page for visitors: the app's name, a link to sign in, the green header and the content. */
export function PublicPage({ hero, children }: PublicPageProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="turf">
        <div
          className={`${PAGE_WIDTH} flex items-center justify-between gap-4 pt-[max(0.75rem,env(safe-area-inset-top))]`}
        >
          <Link
            href={pathTo('landing')}
            className="inline-flex min-h-11 items-center gap-2.5 font-display text-xl"
          >
            <Logo size={28} />
            Fourball
          </Link>
          <Link
            href={pathTo('login')}
            className="inline-flex min-h-11 items-center rounded-[0.625rem] px-3 font-semibold underline-offset-4 hover:underline"
          >
            Sign In
          </Link>
        </div>
        {hero}
      </header>
      <main className="flex-1">{children}</main>
    </div>
  )
}

/** The price as text: '$39.95 for 6 months'. */
export const PRICE_TEXT = `${PRICE} for ${PRICE_MONTHS} months`

/** Titles and descriptions of the public pages for tabs, search engines and link previews. */
export const LANDING_PAGE = {
  title: 'Tee Times for Your Golf Group',
  description:
    'A private page for your golf group: post the tee time you booked, and your buddies claim the open spots from any phone. Free trial, no card needed.',
} as const

export const PURCHASE_PAGE = {
  title: 'Buy Six Months for Your Group',
  description: `Your golf group's own page for ${PRICE_TEXT}: unlimited tee times and courses, text notifications, a custom URL and the weather for every round.`,
} as const
