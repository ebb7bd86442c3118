const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string): Intl.NumberFormat {
  const format =
    formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format
}

/** Formats an amount in a currency's smallest unit: '$39.95'. */
export function showMoney(amount: number, currency: string): string {
  const format = formatOf(currency)
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 0))
}
