const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/** An amount in a currency's smallest unit as people write it: '$39.95'. */
export function showMoney(amount: number, currency: string): string {
  const format = formatOf(currency)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
