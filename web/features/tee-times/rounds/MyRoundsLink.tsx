import { pathTo } from '../../../lib/paths.ts'
import { LinkRow } from '../../../ui/Rows.tsx'

export function MyRoundsLink() {
  return (
    <LinkRow alone href={pathTo('myRounds')} title="My Rounds">
      When and where you played, and who you played with
    </LinkRow>
  )
}
