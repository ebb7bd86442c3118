import type { GroupDetail } from '../../../../contract/groups.ts'
import { capitalized } from '../../../../contract/names.ts'
import {
  downloadSeason,
  findNextBookers,
  readSeason,
  type SeasonGolfer,
  type Season as SeasonSummary,
} from '../../../../contract/rounds.ts'
import { addressOf } from '../../../lib/api-client.ts'
import { plural } from '../../../lib/counts.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useCurrentUser, useEndpoint } from '../../../lib/query-client.ts'
import { CountsTable } from '../../../ui/CountsTable.tsx'
import { Stats } from '../../../ui/Stats.tsx'
import { RoundsByMonth } from './RoundsByMonth.tsx'
import { DownloadRounds, Part, RoundsScreen, SUMMARY_OPTIONS, useYear } from './RoundsScreen.tsx'

/** @param props.group undefined while loading */
export function Season({ slug, group }: { slug: string; group: GroupDetail | undefined }) {
  const { query } = useYear()
  const season = useEndpoint(readSeason, { params: { slug }, query }, SUMMARY_OPTIONS)
  return (
    <RoundsScreen
      title="Season"
      subtitle={group?.name ?? ''}
      back={{ href: pathTo('groupMembers', { slug }), name: 'Group Members' }}
      summary={season}
      emptyMessage="After your group's first round, you'll see here who played, where, and when."
    >
      {(summary) => <Year slug={slug} season={summary} />}
    </RoundsScreen>
  )
}

function Year({ slug, season }: { slug: string; season: SeasonSummary }) {
  const golferId = useCurrentUser({ enabled: false }).data?.id
  const { year, years, rounds, golfers, courses, months } = season
  // Only the latest season says whose turn it is to book.
  const nextGolfers = year === years[0] ? findNextBookers(season) : []
  return (
    <>
      <div className="space-y-4">
        <Stats
          stats={[
            ['Rounds', rounds],
            ['Golfers', golfers.filter((golfer) => golfer.rounds > 0).length],
            ['Courses', courses.length],
          ]}
        />
        <RoundsByMonth months={months} />
      </div>
      <Part title="By Golfer" className="pair-beside">
        <CountsTable
          caption="Rounds by golfer"
          columns={['Golfer', 'Rounds', 'Tee Times Posted']}
          rows={golfers.map((golfer) => [
            golfer.id,
            <>
              {capitalized(golfer.name)}{' '}
              {golfer.id === golferId && (
                <span className="ml-1 chip bg-sand-soft px-2! py-0! text-xs!">You</span>
              )}
              {golfer.guests > 0 && (
                <span className="block text-sm text-muted">{countGuests(golfer.guests)}</span>
              )}
            </>,
            golfer.rounds,
            golfer.posted,
          ])}
        />
        {nextGolfers.length > 0 && (
          <p className="mt-1 border-t border-line pt-3 pb-1 wrap-anywhere">
            Next to book: {describeTurn(nextGolfers, golferId)}.{' '}
            <span className="text-muted">Based on rounds played and tee times posted.</span>
          </p>
        )}
      </Part>
      <div className="space-y-4">
        <Part title="By Course">
          <CountsTable
            caption="Rounds by course"
            columns={['Course', 'Rounds']}
            rows={courses.map(({ course, rounds: played }) => [course, course, played])}
          />
        </Part>
        <DownloadRounds
          address={addressOf(downloadSeason, { params: { slug }, query: { year: String(year) } })}
          name={`season-${slug}-${year}.csv`}
        />
      </div>
    </>
  )
}

export function countGuests(guests: number): string {
  return guests === 1 ? 'Brought a guest' : `Brought ${plural(guests, 'guest')}`
}

const orListFormat = new Intl.ListFormat('en-US', { type: 'disjunction' })

/** Lists the golfers whose turn it is to book: 'you, Casey Whitfield, or Bo Li'. */
export function describeTurn(golfers: readonly SeasonGolfer[], myId: number | undefined): string {
  const others = golfers.filter(({ id }) => id !== myId).map(({ name }) => capitalized(name))
  return orListFormat.format(others.length < golfers.length ? ['you', ...others] : others)
}
