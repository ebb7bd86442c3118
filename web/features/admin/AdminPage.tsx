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
