import { PRICE, PRICE_MONTHS } from '../../../../contract/limits.ts'

/** The price as text: '$39.95 for 6 months'. */
export const PRICE_TEXT = `${PRICE} for ${PRICE_MONTHS} months`

/** Titles and descriptions of the public pages for tabs, search engines and link previews. */
export const LANDING_PAGE = {
  title: 'Tee Times for Your Golf Group',
  description:
    'A private page for your golf group: post the tee time you booked, and your buddies claim the open spots from any phone. Free trial, no card needed.',
} as const

export const PURCHASE_PAGE = {
  title: 'Buy Six Months for Your Group',
  description: `Your golf group's own page for ${PRICE_TEXT}: unlimited tee times and courses, text notifications, a custom URL and the weather for every round.`,
} as const
