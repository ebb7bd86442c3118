import { pathTo } from '../../../lib/paths.ts'
import { LinkRow } from '../../../ui/LinkRow.tsx'

/** Link to all groups, for super admins. */
export function SuperAdminCard() {
  return (
    <LinkRow alone href={pathTo('admin')} title="Manage Golf Groups">
      All groups, their owners and their trials
    </LinkRow>
  )
}
