const ENDINGS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** Formats a place as an ordinal: 2 as '2nd'. */
export function describePlace(place: number): string {
  return `${place}${ENDINGS[ordinals.select(place)] ?? 'th'}`
}
