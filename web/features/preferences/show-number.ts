const NORTH_AMERICAN = /^\+1(\d{3})(\d{3})(\d{4})$/

/** A number in E.164 as people read it: '(403) 555-0103'; one from elsewhere stays as it is. */
export function showNumber(number: string): string {
  return number.replace(NORTH_AMERICAN, '($1) $2-$3')
}
