import ChevronRight from 'lucide-react/icons/chevron-right'
import { Link } from 'wouter'
import { pathTo } from '../../shell/paths.ts'

/** The way to what a group has played. */
export function SeasonLink({ slug }: { slug: string }) {
  return (
    <Way
      href={pathTo('groupSeason', { slug })}
      title="Season"
      words="Rounds by golfer, by course and by month"
    />
  )
}

/** The way to what I have played. */
export function MyRoundsLink() {
  return (
    <Way href={pathTo('myRounds')} title="My Rounds" words="What you played, where and with whom" />
  )
}

function Way({ href, title, words }: { href: string; title: string; words: string }) {
  return (
    <Link href={href} className="sheet flex min-h-18 items-center gap-4 p-4 hover:border-edge">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{words}</span>
      </span>
      <ChevronRight aria-hidden size={20} className="shrink-0 text-muted" />
    </Link>
  )
}
