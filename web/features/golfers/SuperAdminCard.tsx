import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { pathTo } from '../../shell/paths.ts'

/** The super admin's way to all groups. */
export function SuperAdminCard() {
  return (
    <Link
      href={pathTo('admin')}
      className="sheet flex min-h-18 items-center gap-4 p-4 hover:border-edge"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">Manage Golf Groups</span>
        <span className="block text-sm text-muted">All groups, their owners and their trials</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted" />
    </Link>
  )
}
