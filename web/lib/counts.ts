/** Formats a number as '1,234'. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

/** Formats a count with its noun: '1 day', '1,234 days'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`
}
