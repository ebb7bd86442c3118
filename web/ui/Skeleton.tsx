export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}

/** The outline of content that is loading. `blocks` has the classes of each block. */
export function Loading(props: { label?: string; className?: string; blocks: readonly string[] }) {
  const { label = 'Loading', className = 'space-y-4', blocks } = props
  return (
    <div aria-busy className={className}>
      <p className="sr-only">{label}</p>
      {blocks.map((block, index) => {
        // The blocks never change, so the index identifies them.
        const key = `${index}`
        return <Skeleton key={key} className={block} />
      })}
    </div>
  )
}
