import { pathTo } from '../../../lib/paths.ts'
import { LinkRow } from '../../../ui/Rows.tsx'

/** Link to the golfer's own rounds. */
export function MyRoundsLink() {
  return (
    <LinkRow alone href={pathTo('myRounds')} title="My Rounds">
      What you played, where and with whom
    </LinkRow>
  )
}
