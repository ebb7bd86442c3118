/** A tee time's number, which golfers use in texts: '#7'. */
export function TeeTimeNumber({ number }: { number: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>#{number}</span>
      <span className="sr-only">number {number}</span>
    </span>
  )
}
