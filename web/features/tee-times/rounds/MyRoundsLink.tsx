import { pathTo } from '../../../lib/paths.ts'
import { LinkRow } from '../../../ui/Rows.tsx'

/** Link to the golfer's own rounds. */
export function MyRoundsLink() {
  return (
    <LinkRow alone href={pathTo('myRounds')} title="My Rounds">
      When and where you played, and who you played with
    </LinkRow>
  )
}
