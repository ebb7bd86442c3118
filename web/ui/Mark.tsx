/** Fourball's logo: four spots, one of them still open. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" width={size} height={size}>
      <circle cx="7" cy="7" r="4.5" fill="currentColor" />
      <circle cx="17" cy="7" r="4.5" fill="currentColor" />
      <circle cx="7" cy="17" r="4.5" fill="currentColor" />
      <circle cx="17" cy="17" r="3.6" fill="none" stroke="var(--color-ball)" strokeWidth="1.8" />
    </svg>
  )
}
