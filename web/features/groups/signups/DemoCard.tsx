import CloudSun from 'lucide-react/icons/cloud-sun'
import Droplets from 'lucide-react/icons/droplets'
import Plus from 'lucide-react/icons/plus'
import Wind from 'lucide-react/icons/wind'
import { useState } from 'react'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'

const PLAYERS = ['Nora Ellis', 'Sam Okoye', 'Lee Tran']

const STATE_MESSAGES = {
  'not tried': "Go ahead, claim it. It's only a sample.",
  claimed: "You're in! Your whole group would see it now.",
  left: 'You left. Now anyone in your group can claim your spot.',
} as const

/** A sample tee time in which visitors can claim and leave the last spot. Sends nothing to the server. */
export function DemoCard() {
  const [state, setState] = useState<keyof typeof STATE_MESSAGES>('not tried')
  const isMine = state === 'claimed'
  return (
    <section aria-label="Try it" className="sheet tee-time flex flex-col gap-3 p-4 text-ink">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {/* No date, because a date would soon be in the past. */}
          <p className="text-sm font-semibold text-muted">This Saturday</p>
          <p className="font-display text-[2rem] leading-9">
            8:12<span className="ml-1.5 font-sans text-base font-semibold">AM</span>
          </p>
          <p className="mt-0.5 leading-snug font-semibold">Cedar Hollow Links</p>
        </div>
        <span className={`chip ${isMine ? 'bg-sunken' : 'bg-sand-soft'}`}>
          {isMine ? 'Full' : '1 open'}
        </span>
      </div>
      <ul aria-label="Players" className="grid grid-cols-2 gap-2">
        {PLAYERS.map((name) => (
          <li key={name} className="spot">
            <Avatar name={name} tone="primary" size="small" />
            <span className="font-medium">{name}</span>
          </li>
        ))}
        {isMine ? (
          <li className="spot" data-mine>
            <Avatar name="You" tone="secondary" size="small" />
            <span className="font-medium">You</span>
          </li>
        ) : (
          <li className="spot" data-open="claimable">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-full border-2 border-dashed border-current"
            >
              <Plus size={18} />
            </span>
            Available
          </li>
        )}
      </ul>
      <div className="flex items-center gap-3 text-sm leading-snug text-muted">
        <CloudSun size={22} className="shrink-0 text-sky" />
        <span>
          <strong className="text-ink">63°F</strong> Partly Cloudy
        </span>
        <span className="ml-auto inline-flex items-center gap-1 whitespace-nowrap max-[23rem]:hidden">
          <Wind size={14} />
          <span className="sr-only">Wind </span>7 mph
        </span>
        <span className="inline-flex items-center gap-1 max-[23rem]:ml-auto">
          <Droplets size={14} />
          <span className="sr-only">Chance of rain </span>10%
        </span>
      </div>
      <div className="needs-script">
        <Button
          look={isMine ? 'outline' : 'primary'}
          className="w-full"
          onClick={() => setState(isMine ? 'left' : 'claimed')}
        >
          {isMine ? 'Leave Spot' : 'Claim Spot'}
        </Button>
        <p role="status" className="mt-3 text-center text-sm leading-5 text-muted">
          {STATE_MESSAGES[state]}
        </p>
      </div>
    </section>
  )
}
