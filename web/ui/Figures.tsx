interface FiguresProps {
  /** Each with its label; undefined while it is loading. */
  readonly figures: readonly (readonly [label: string, value: string | number | undefined])[]
}

/** A few figures as cards. */
export function Figures({ figures }: FiguresProps) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
      {figures.map(([label, value]) => (
        <div
          key={label}
          className="sheet flex min-w-0 flex-1 flex-col-reverse justify-end p-4 odd:last:col-span-2"
        >
          <dt className="text-sm leading-snug text-muted">{label}</dt>
          <dd className="font-display text-2xl leading-8">
            {typeof value === 'number' ? value.toLocaleString('en-US') : (value ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
}
