/** '#7': what golfers call a tee time in a text. */
export function TeeTimeNumber({ number }: { number: number }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>#{number}</span>
      <span className="sr-only">number {number}</span>
    </span>
  )
}
