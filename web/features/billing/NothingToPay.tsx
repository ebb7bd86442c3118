import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { pathTo } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface NothingToPayProps {
  readonly title: string
  readonly slug: string
  readonly children: ReactNode
  /** Something else to do instead. */
  readonly action?: ReactNode
}

export function NothingToPay({ title, slug, children, action }: NothingToPayProps) {
  const way = (
    <div className="flex flex-wrap justify-center gap-3">
      {action}
      <Link href={pathTo('group', { slug })} className={buttonClass('primary')}>
        Go to Tee Times
      </Link>
    </div>
  )
  return (
    <Notice title={title} action={way}>
      {children}
    </Notice>
  )
}
