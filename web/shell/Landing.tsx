import { Link } from 'wouter'
import { buttonClass } from '../ui/Button.tsx'
import { Mark } from '../ui/Mark.tsx'
import { usePageTitle } from './page-title.ts'
import { pathTo } from './paths.ts'

/** The front page for visitors. */
export function Landing() {
  usePageTitle('')
  return (
    <main className="turf flex min-h-dvh flex-col">
      <div className="column flex flex-1 flex-col justify-center py-12">
        <Mark size={72} />
        <h1 className="mt-6 font-display text-5xl leading-tight">Fourball</h1>
        <p className="mt-3 text-xl leading-relaxed text-on-turf-muted">
          Post the tee time you booked, and your buddies fill the spots.
        </p>
        <Link
          href={pathTo('login')}
          className={`${buttonClass('primary')} mt-8 self-start bg-on-turf! px-8! text-turf!`}
        >
          Sign In
        </Link>
      </div>
    </main>
  )
}
