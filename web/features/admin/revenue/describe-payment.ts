import type { GroupPayment, Revenue } from '../../../../contract/super-admin.ts'

type Status = GroupPayment['status']

export const STATUS_LABELS: Readonly<Record<Status, string>> = {
  paid: 'Paid',
  failed: 'Failed',
  'action-required': 'Waits for the bank',
  refunded: 'Refunded',
  'partly-refunded': 'Partly refunded',
  disputed: 'Disputed',
  'not-credited': 'Not credited',
}

export const STATUS_STYLES: Readonly<Record<Status, string>> = {
  paid: 'bg-fairway/12 text-fairway',
  failed: 'bg-flag-soft text-flag',
  'action-required': 'bg-sand-soft',
  refunded: 'bg-sunken',
  'partly-refunded': 'bg-sunken',
  disputed: 'bg-flag-soft text-flag',
  'not-credited': 'bg-flag-soft text-flag',
}

/** Sentences that say whether payments are on, and what to do if they aren't. */
export const PAYMENTS_LABELS: Readonly<Record<Revenue['payments'], string>> = {
  stripe: 'Payments are on, by Stripe.',
  sandbox: 'Test mode: no card is charged.',
  off: 'Payments are off: set STRIPE_SECRET_KEY.',
}

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
