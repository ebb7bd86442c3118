import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { usePageTitle } from './page-title.ts'
import { pathTo } from './paths.ts'

export function NotFound() {
  usePageTitle('Page Not Found')
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice
        as="h1"
        title="Page Not Found"
        action={
          <Link href={pathTo('landing')} className={buttonClass('primary')}>
            Go to Home
          </Link>
        }
      >
        Out of bounds: there is nothing at this address.
      </Notice>
    </main>
  )
}
