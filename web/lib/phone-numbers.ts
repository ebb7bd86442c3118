const NORTH_AMERICAN = /^(?:\+?1)?([2-9]\d{2})(\d{3})(\d{4})$/

/** Formats a North American number as '(403) 555-0103'. Returns other numbers unchanged. */
export function formatPhone(number: string): string {
  const [, area, exchange, line] = NORTH_AMERICAN.exec(number.replace(/[\s().-]/g, '')) ?? []
  return area === undefined ? number : `(${area}) ${exchange}-${line}`
}
