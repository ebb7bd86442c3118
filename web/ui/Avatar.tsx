import { initials } from '../../contract/names.ts'

export const TONES = {
  primary: 'bg-fairway text-on-fairway',
  secondary: 'bg-sky text-on-sky',
  accent: 'bg-sand text-on-sand',
  grey: 'bg-stone text-on-stone',
} as const
export type Tone = keyof typeof TONES

const TONE_BY_REMAINDER: Readonly<Record<number, Tone>> = {
  1: 'primary',
  2: 'secondary',
  3: 'accent',
}

export function toneOf(golferId: number): Tone {
  return TONE_BY_REMAINDER[golferId % 4] ?? 'grey'
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
