/** A gray placeholder for content that is still loading. `className` gives it the content's size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden className={`skeleton block ${className}`} />
}
