import CloudSun from 'lucide-react/icons/cloud-sun'
import Droplets from 'lucide-react/icons/droplets'
import Wind from 'lucide-react/icons/wind'
import { Avatar, type Tone } from '../../../ui/Avatar.tsx'
import { buttonClass } from '../../../ui/Button.tsx'

const PLAYERS: readonly { name: string; tone: Tone }[] = [
  { name: 'Nora Ellis', tone: 'primary' },
  { name: 'Sam Okoye', tone: 'primary' },
  { name: 'Lee Tran', tone: 'primary' },
]

/** A picture of a tee time with one open spot, built from the same parts as a real card. */
export function SampleCard() {
  return (
    <div
      role="img"
      aria-label="A tee time: Saturday, May 30, 8:12 AM at Cedar Hollow Links. Three players are in, and one spot is open to claim."
      className="sheet tee-time flex flex-col gap-3 p-4 text-ink"
    >
      <div className="flex items-start gap-3">
        <span className="flex w-14 shrink-0 flex-col overflow-hidden rounded-[0.625rem] border border-line bg-sheet text-center">
          <span className="leaf-head py-0.5 text-xs font-bold tracking-wide">Sat</span>
          <span className="font-display text-2xl leading-8">30</span>
          <span className="pb-1 text-xs leading-none font-semibold text-muted">May</span>
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-display text-[2rem] leading-9">
            8:12 <span className="font-sans text-base font-semibold">AM</span>
          </span>
          <span className="mt-0.5 block leading-snug font-semibold">Cedar Hollow Links</span>
        </span>
        <span className="chip bg-sand-soft">1 open</span>
      </div>
      <div className="grid grid-cols-2 gap-2">
        {PLAYERS.map(({ name, tone }) => (
          <span key={name} className="spot">
            <Avatar name={name} tone={tone} size="small" />
            <span className="font-medium">{name}</span>
          </span>
        ))}
        <span className="spot" data-open>
          <span className="size-8 shrink-0 rounded-full border-2 border-dashed border-edge" />
          Available
        </span>
      </div>
      <div className="flex min-h-14 items-center gap-3 rounded-[0.625rem] bg-sunken px-3 py-1.5 text-sm leading-snug">
        <CloudSun size={28} className="shrink-0 text-sky" />
        <span className="flex-1">
          <span className="block text-base leading-tight font-bold">17°C</span>
          <span className="block">Partly Cloudy</span>
        </span>
        <span className="text-right">
          <span className="block">
            <Wind size={14} className="mr-1.5 inline" />
            SW 12 km/h
          </span>
          <span className="block">
            <Droplets size={14} className="mr-1.5 inline" />
            10%
          </span>
        </span>
      </div>
      <span className={buttonClass('primary')}>Claim Spot</span>
    </div>
  )
}
