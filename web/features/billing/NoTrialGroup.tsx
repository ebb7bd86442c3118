import { Link } from 'wouter'
import type { GroupSummary } from '../../../contract/groups.ts'
import { pathTo } from '../../lib/paths.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** Shown when no running group of the golfer's needs a payment. Expired groups can still be paid for. */
export function NoTrialGroup({ ended }: { ended: readonly GroupSummary[] }) {
  return (
    <Notice
      title="No Trial Group Found"
      action={
        <div className="flex flex-col items-center gap-3">
          {ended.map(({ id, slug, name }) => (
            <Link
              key={id}
              href={pathTo('groupSubscribe', { slug })}
              className={`${buttonClass('primary')} wrap-anywhere`}
            >
              Subscribe for {name}
            </Link>
          ))}
          <Link
            href={pathTo('dashboard')}
            className={buttonClass(ended.length === 0 ? 'primary' : 'outline')}
          >
            Go to My Golf
          </Link>
        </div>
      }
    >
      <p>No trial groups found that need upgrading.</p>
      {ended.length > 0 && (
        <p className="mt-2">
          The time of {ended.length === 1 ? 'a group' : 'groups'} of yours is over, and can be
          renewed:
        </p>
      )}
    </Notice>
  )
}
