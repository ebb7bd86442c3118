import { formatNumber } from '../lib/counts.ts'

/** A value is undefined while it is loading. */
type StatList = readonly (readonly [label: string, value: string | number | undefined])[]

export function Stats({ stats }: { stats: StatList }) {
  const hasThreeStats = stats.length === 3
  return (
    <dl
      className={`grid gap-2 sm:flex sm:gap-3 ${hasThreeStats ? 'grid-cols-[repeat(auto-fit,minmax(min(5rem,100%),1fr))]' : 'grid-cols-[repeat(auto-fit,minmax(max(7rem,50%-0.5rem),1fr))]'}`}
    >
      {stats.map(([label, value]) => (
        <div
          key={label}
          // On a phone, two columns are wide enough for a label beside each value; three are not.
          className={`sheet flex min-w-0 flex-1 justify-end gap-x-2 px-3 sm:flex-col-reverse sm:items-stretch sm:p-4 ${hasThreeStats ? 'flex-col-reverse py-2.5' : 'flex-row-reverse items-baseline py-1.5'}`}
        >
          <dt className="text-sm leading-snug text-muted">{label}</dt>
          <dd className="font-display text-2xl leading-8">
            {typeof value === 'number' ? formatNumber(value) : (value ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
