import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { Link, useLocation } from 'wouter'
import { capitalized } from '../../../../contract/names.ts'
import {
  downloadMyRounds,
  listMyRounds,
  type MyRound,
  readMyRoundsSummary,
} from '../../../../contract/rounds.ts'
import { addressOf } from '../../../lib/api-client.ts'
import { readableDate, shortTime } from '../../../lib/dates.ts'
import { usePagedList } from '../../../lib/paged-list.ts'
import { pathTo } from '../../../lib/paths.ts'
import { useEndpoint } from '../../../lib/query-client.ts'
import { Button } from '../../../ui/Button.tsx'
import { CountsTable } from '../../../ui/CountsTable.tsx'
import { Pager } from '../../../ui/ListParts.tsx'
import { Stats } from '../../../ui/Stats.tsx'
import type { PastRound } from '../PostTeeTimeDialog.tsx'
import { RoundsByMonth } from './RoundsByMonth.tsx'
import { DownloadRounds, Part, RoundsScreen, SUMMARY_OPTIONS, useYear } from './RoundsScreen.tsx'

export function MyRounds() {
  const { query } = useYear()
  const summary = useEndpoint(readMyRoundsSummary, { query }, SUMMARY_OPTIONS)
  const list = usePagedList(listMyRounds, '-date', query)
  return (
    <RoundsScreen
      title="My Rounds"
      subtitle="Across all your groups"
      back={{ href: pathTo('dashboard'), name: 'My Golf' }}
      summary={summary}
      list={list}
      emptyMessage="This is where you'll see the rounds you played, with the date, the course, and the other players."
    >
      {({ year, rounds, courses, partners, months }) => (
        <>
          <div className="space-y-4">
            <Stats
              stats={[
                ['Rounds', rounds],
                ['Courses', courses],
              ]}
            />
            <RoundsByMonth months={months} />
          </div>
          {list.rows && list.rows.length > 0 && (
            <section aria-label="Rounds Played" className="pair-beside space-y-2">
              <h3 className="px-1 font-semibold">Rounds Played</h3>
              <ul className="sheet divide-y divide-line overflow-hidden">
                {list.rows.map((round) => (
                  <li key={round.id}>
                    <Round round={round} />
                  </li>
                ))}
              </ul>
              <Pager page={list.page} pages={list.pages ?? 1} onTurn={list.goToPage} />
            </section>
          )}
          <div className="space-y-4">
            {partners.length > 0 && (
              <Part title="Frequent Partners">
                <CountsTable
                  caption="Rounds by partner"
                  columns={['Golfer', 'Rounds']}
                  rows={partners.map((each) => [each.id, capitalized(each.name), each.rounds])}
                />
              </Part>
            )}
            <DownloadRounds
              address={addressOf(downloadMyRounds, { query: { year: String(year) } })}
              name={`my-rounds-${year}.csv`}
            />
          </div>
        </>
      )}
    </RoundsScreen>
  )
}

/** If the golfer can open the round's group, links to its season and offers to post the round again. */
function Round({ round }: { round: MyRound }) {
  const { slug, course, date, time, groupName, maxPlayers, notes } = round
  const [, navigate] = useLocation()
  const description = (
    <span className="block min-w-0 flex-1">
      <span className="block text-sm text-muted">
        <time dateTime={`${date}T${time}`}>
          {readableDate(date)} · {shortTime(time)}
        </time>
      </span>
      <span className="block leading-snug font-semibold wrap-anywhere">{course}</span>
      <span className="mt-0.5 block text-sm wrap-anywhere">{describePlayedWith(round)}</span>
      <span className="block text-sm text-muted wrap-anywhere">{groupName}</span>
    </span>
  )
  if (slug === null) return <div className="p-4">{description}</div>
  const pastRound: PastRound = { course, time, maxPlayers, notes }
  return (
    <div className="flex flex-wrap items-center justify-end">
      <Link
        href={`${pathTo('groupSeason', { slug })}?year=${date.slice(0, 4)}`}
        className="flex-[1_0_11rem] p-4 hover:bg-sunken"
      >
        {description}
      </Link>
      <Button
        look="quiet"
        className="m-1 shrink-0 px-3! text-sm"
        aria-label={`Post Again: ${course}, ${readableDate(date)}`}
        onClick={() => navigate(pathTo('group', { slug }), { state: { post: { pastRound } } })}
      >
        <RotateCcw size={16} />
        Post Again
      </Button>
    </div>
  )
}

const andListFormat = new Intl.ListFormat('en-US')

export function describePlayedWith({ players, guests }: Pick<MyRound, 'players' | 'guests'>) {
  const company = [
    ...players.map(capitalized),
    ...guests.map((name) => `${capitalized(name)} (guest)`),
  ]
  return company.length === 0 ? 'On your own' : `With ${andListFormat.format(company)}`
}
