import type { LucideIcon } from 'lucide-react'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { pathTo } from '../../lib/paths.ts'
import { BackLink } from '../../ui/Links.tsx'

interface AdminPageProps {
  readonly title: string
  readonly back: readonly [screen: 'dashboard' | 'admin' | 'superAdmin', name: string]
  readonly beside?: ReactNode
  readonly children: ReactNode
}

export function AdminPage({ title, back: [screen, name], beside, children }: AdminPageProps) {
  return (
    <>
      <header className="turf pt-[max(0.5rem,env(safe-area-inset-top))] pb-5">
        <div className="wide">
          <div className="flex min-h-11 items-center justify-between gap-2">
            <BackLink href={pathTo(screen)}>{name}</BackLink>
            {beside}
          </div>
          <h1 className="mt-2 font-display text-[1.625rem] leading-9">{title}</h1>
        </div>
      </header>
      <main className="wide space-y-3 py-5 sm:space-y-5">{children}</main>
    </>
  )
}

interface ServiceNoticeProps {
  readonly message: string | undefined
  readonly isOff: boolean
  readonly icon: LucideIcon
  readonly iconSize: number
  readonly className: string
}

/** While `message` is undefined, the notice is invisible but takes up space, to avoid a layout shift. */
export function ServiceNotice({ message, isOff, icon, iconSize, className }: ServiceNoticeProps) {
  const Icon = isOff ? TriangleAlert : icon
  return (
    <p
      className={`flex items-center gap-3 ${className} ${isOff ? 'border-flag bg-flag-soft font-semibold' : 'border-line bg-sand-soft'} ${message === undefined ? 'invisible' : ''}`}
    >
      <Icon
        aria-hidden
        size={iconSize}
        className={`shrink-0 ${isOff ? 'text-flag' : 'text-sand'}`}
      />
      {message}
    </p>
  )
}
