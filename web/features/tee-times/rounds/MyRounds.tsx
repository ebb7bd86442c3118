import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import {
  downloadMyRounds,
  listMyRounds,
  type MyRound,
  type MyRoundsSummary,
} from '../../../../contract/rounds.ts'
import { addressOf } from '../../../lib/api-client.ts'
import { shortDate, shortTime } from '../../../lib/dates.ts'
import { usePageTitle } from '../../../lib/page-title.ts'
import { usePagedList } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { Pager } from '../../../ui/Pager.tsx'
import { Stats } from '../../../ui/Stats.tsx'
import { describePlayedWith } from './describe-rounds.ts'
import { CountsTable, RoundsByMonth } from './RoundsByMonth.tsx'
import { DownloadRounds, RoundsScreen, useMyRoundsSummary, useYear } from './RoundsScreen.tsx'

/** The rounds the golfer played in a year, across groups. */
export function MyRounds() {
  usePageTitle('My Rounds')
  const { query, turnTo } = useYear()
  const summary = useMyRoundsSummary(query)
  const list = usePagedList(listMyRounds, '-date', query)
  const played = list.rows === undefined ? undefined : summary.data
  const summaryError =
    summary.isPlaceholderData || summary.data === undefined ? summary.error : null
  return (
    <RoundsScreen
      title="My Rounds"
      subtitle="Across all your groups"
      back={{ href: pathTo('dashboard'), name: 'My Golf' }}
      played={played}
      error={summaryError ?? list.error}
      onRetry={() => {
        void summary.refetch()
        list.retry()
      }}
      onTurn={turnTo}
      isWaiting={summary.isPlaceholderData || list.isWaiting}
      nothing="A tee time becomes a round once it has teed off. What you played shows up here: when, where and with whom."
    >
      {summary.data && <Totals summary={summary.data} />}
      {list.rows && list.rows.length > 0 && (
        <section aria-label="Rounds" className="space-y-4">
          <ul className="sheet divide-y divide-line overflow-hidden">
            {list.rows.map((round) => (
              <li key={round.id}>
                <Round round={round} />
              </li>
            ))}
          </ul>
          <Pager page={list.page} pages={list.pages ?? 1} onTurn={list.turnTo} />
        </section>
      )}
      {summary.data && summary.data.rounds > 0 && (
        <DownloadRounds
          address={addressOf(downloadMyRounds, { query: { year: String(summary.data.year) } })}
          name={`my-rounds-${summary.data.year}.csv`}
        />
      )}
    </RoundsScreen>
  )
}

function Totals({ summary }: { summary: MyRoundsSummary }) {
  const { year, rounds, courses, partners, months } = summary
  if (rounds === 0) return <p className="text-muted">No rounds in {year}.</p>
  return (
    <>
      <Stats
        figures={[
          ['Rounds', rounds],
          ['Courses', courses],
        ]}
      />
      <RoundsByMonth months={months} />
      {partners.length > 0 && (
        <section className="sheet px-4 pt-4 pb-3">
          <h3 className="mb-1 font-semibold">Played with most</h3>
          <CountsTable
            caption="Rounds by partner"
            names="Golfer"
            counts={['Rounds']}
            rows={partners.map((partner) => ({
              key: partner.id,
              name: partner.name,
              counts: [partner.rounds],
            }))}
          />
        </section>
      )}
    </>
  )
}

/** A round. Links to the season of its group if the golfer may see it. */
function Round({ round }: { round: MyRound }) {
  const { slug, date } = round
  if (slug === null) {
    return (
      <div className="p-4">
        <RoundWords round={round} />
      </div>
    )
  }
  return (
    <Link
      href={`${pathTo('groupSeason', { slug })}?year=${date.slice(0, 4)}`}
      className="flex items-center gap-3 p-4 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <RoundWords round={round} />
      </span>
      <ChevronRight aria-hidden size={20} className="-mr-1 shrink-0 text-muted" />
    </Link>
  )
}

function RoundWords({ round }: { round: MyRound }) {
  const { course, date, time, groupName } = round
  return (
    <>
      <span className="block text-sm text-muted">
        <time dateTime={`${date}T${time}`}>
          {shortDate(date)} · {shortTime(time)}
        </time>
      </span>
      <span className="block leading-snug font-semibold wrap-anywhere">{course}</span>
      <span className="mt-0.5 block text-sm wrap-anywhere">{describePlayedWith(round)}</span>
      <span className="block text-sm text-muted wrap-anywhere">{groupName}</span>
    </>
  )
}
