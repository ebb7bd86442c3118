import { type ReactNode, useId } from 'react'
import type { GroupDetail } from '../../../../contract/groups.ts'
import {
  downloadSeason,
  type SeasonGolfer,
  type Season as SeasonSummary,
  turnToBook,
} from '../../../../contract/rounds.ts'
import { addressOf } from '../../../lib/api-client.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { pathTo } from '../../../lib/paths.ts'
import { Stats } from '../../../ui/Stats.tsx'
import { countGuests, describeTurn } from './describe-rounds.ts'
import { CountsTable, RoundsByMonth } from './RoundsByMonth.tsx'
import { DownloadRounds, RoundsScreen, useSeason, useYear } from './RoundsScreen.tsx'

interface SeasonProps {
  readonly slug: string
  /** Undefined while loading, like `golferId`. */
  readonly group: GroupDetail | undefined
  readonly golferId: number | undefined
}

/** The rounds a group played in a year. */
export function Season({ slug, group, golferId }: SeasonProps) {
  usePageTitle('Season')
  const { query, turnTo } = useYear()
  const season = useSeason(slug, query)
  return (
    <RoundsScreen
      title="Season"
      subtitle={group?.name ?? ''}
      back={{ href: pathTo('groupMembers', { slug }), name: 'Group Members' }}
      played={season.data}
      error={season.isPlaceholderData || season.data === undefined ? season.error : null}
      onRetry={() => void season.refetch()}
      onTurn={turnTo}
      isWaiting={season.isPlaceholderData}
      nothing="A tee time becomes a round once it has teed off. The season of your group shows up here: who played, where and when."
    >
      {season.data && <Year slug={slug} season={season.data} golferId={golferId} />}
    </RoundsScreen>
  )
}

interface YearProps {
  readonly slug: string
  readonly season: SeasonSummary
  readonly golferId: number | undefined
}

function Year({ slug, season, golferId }: YearProps) {
  const { year, years, rounds, golfers, courses, months } = season
  const players = golfers.filter((golfer) => golfer.rounds > 0)
  // Only the latest season says whose turn it is to book.
  const next = year === years[0] ? turnToBook(season) : []
  if (rounds === 0) return <p className="text-muted">No rounds in {year}.</p>
  return (
    <>
      <Stats
        figures={[
          ['Rounds', rounds],
          ['Golfers', players.length],
          ['Courses', courses.length],
        ]}
      />
      <RoundsByMonth months={months} />
      <Part title="By golfer">
        <Golfers golfers={golfers} golferId={golferId} />
        {next.length > 0 && (
          <p className="mt-1 border-t border-line pt-3 pb-1 wrap-anywhere">
            Next to book could be {describeTurn(next, golferId)}.{' '}
            <span className="text-muted">Just going by rounds played and tee times posted.</span>
          </p>
        )}
      </Part>
      <Part title="By course">
        <CountsTable
          caption="Rounds by course"
          names="Course"
          counts={['Rounds']}
          rows={courses.map((course) => ({
            key: course.course,
            name: course.course,
            counts: [course.rounds],
          }))}
        />
      </Part>
      <DownloadRounds
        address={addressOf(downloadSeason, {
          params: { slug },
          query: { year: String(year) },
        })}
        name={`season-${slug}-${year}.csv`}
      />
    </>
  )
}

function Golfers({
  golfers,
  golferId,
}: Pick<SeasonSummary, 'golfers'> & Pick<YearProps, 'golferId'>) {
  return (
    <CountsTable
      caption="Rounds by golfer"
      names="Golfer"
      counts={['Rounds', 'Posted']}
      rows={golfers.map((golfer) => ({
        key: golfer.id,
        name: <Name golfer={golfer} isMe={golfer.id === golferId} />,
        counts: [golfer.rounds, golfer.posted],
      }))}
    />
  )
}

function Name({ golfer, isMe }: { golfer: SeasonGolfer; isMe: boolean }) {
  return (
    <>
      {golfer.name}{' '}
      {isMe && <span className="ml-1 chip bg-sand-soft px-2! py-0! text-xs!">You</span>}
      {golfer.guests > 0 && (
        <span className="block text-sm text-muted">{countGuests(golfer.guests)}</span>
      )}
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="sheet px-4 pt-4 pb-3">
      <h3 id={id} className="mb-1 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  )
}
