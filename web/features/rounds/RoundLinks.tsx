import { pathTo } from '../../shell/paths.ts'
import { LinkRow } from '../../ui/LinkRow.tsx'

/** The way to what a group has played. */
export function SeasonLink({ slug }: { slug: string }) {
  return (
    <LinkRow alone href={pathTo('groupSeason', { slug })} title="Season">
      Rounds by golfer, by course and by month
    </LinkRow>
  )
}

/** The way to what I have played. */
export function MyRoundsLink() {
  return (
    <LinkRow alone href={pathTo('myRounds')} title="My Rounds">
      What you played, where and with whom
    </LinkRow>
  )
}
