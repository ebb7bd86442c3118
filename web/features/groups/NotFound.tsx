import { Link } from 'wouter'
import { usePageTitle } from '../../lib/page-title.ts'
import { pathTo } from '../../lib/paths.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

interface NotFoundProps {
  /** Given when the check itself failed, so the group may well exist. */
  readonly onRetry?: () => void
}

/** The page for any address that does not exist, of a group or otherwise. */
export function NotFound({ onRetry }: NotFoundProps) {
  usePageTitle('Golf Group Not Found')
  return (
    <main className="column grid min-h-dvh place-items-center">
      <Notice
        as="h1"
        title="Golf Group Not Found"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            {onRetry && (
              <Button look="outline" onClick={onRetry}>
                Try Again
              </Button>
            )}
            <Link href={pathTo('landing')} className={buttonClass('primary')}>
              Go to Home
            </Link>
          </div>
        }
      >
        This golf group doesn't exist or you may have typed the wrong URL. Check your invitation
        link or contact your group admin.
      </Notice>
    </main>
  )
}
