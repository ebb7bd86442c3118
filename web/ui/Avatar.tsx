import { initials } from '../../contract/names.ts'

const TONES = {
  grey: 'bg-stone text-on-stone',
  primary: 'bg-fairway text-on-fairway',
  secondary: 'bg-sky text-on-sky',
  accent: 'bg-sand text-on-sand',
} as const
type Tone = keyof typeof TONES

export function toneOf(golferId: number): Tone {
  return (['grey', 'primary', 'secondary', 'accent'] as const)[golferId % 4] ?? 'grey'
}

const SIZES = {
  small: 'size-8 text-xs max-[22.5rem]:size-7',
  medium: 'size-11 text-sm',
  large: 'size-20 text-2xl',
} as const

export function Avatar(props: { name: string; tone: Tone; size?: keyof typeof SIZES }) {
  const { name, tone, size = 'medium' } = props
  return (
    <span
      aria-hidden
      className={`grid shrink-0 place-items-center rounded-full font-bold tracking-wide ${TONES[tone]} ${SIZES[size]}`}
    >
      {initials(name)}
    </span>
  )
}
