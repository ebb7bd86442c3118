import { PRICE_CURRENCY } from '../../contract/limits.ts'

export function formatNumber(count: number): string {
  // Loading the number format takes a slow phone a while, and most counts don't need it.
  return Math.abs(count) < 1000 ? String(count) : count.toLocaleString('en-US')
}

/** Formats a count with its noun: '1 day', '1,234 days'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

/** Formats an amount that is given in the currency's smallest unit: 3995 becomes '$39.95'. */
export function formatMoney(amount: number, currency = PRICE_CURRENCY): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
