import { pathTo } from '../../../lib/paths.ts'
import { LinkRow } from '../../../ui/LinkRow.tsx'

/** Link to a group's season. */
export function SeasonLink({ slug }: { slug: string }) {
  return (
    <LinkRow alone href={pathTo('groupSeason', { slug })} title="Season">
      Rounds by golfer, by course and by month
    </LinkRow>
  )
}

/** Link to the golfer's own rounds. */
export function MyRoundsLink() {
  return (
    <LinkRow alone href={pathTo('myRounds')} title="My Rounds">
      What you played, where and with whom
    </LinkRow>
  )
}
