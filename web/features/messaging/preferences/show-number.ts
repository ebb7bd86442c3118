const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** Formats a North American E.164 number as '(403) 555-0103'; returns others unchanged. */
export function showNumber(number: string): string {
  return number.replace(NORTH_AMERICAN, '($1) $2-$3')
}
