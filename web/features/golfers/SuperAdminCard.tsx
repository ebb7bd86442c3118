import { pathTo } from '../../shell/paths.ts'
import { LinkRow } from '../../ui/LinkRow.tsx'

/** The super admin's way to all groups. */
export function SuperAdminCard() {
  return (
    <LinkRow alone href={pathTo('admin')} title="Manage Golf Groups">
      All groups, their owners and their trials
    </LinkRow>
  )
}
