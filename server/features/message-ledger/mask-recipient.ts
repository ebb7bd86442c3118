/** How much of a number or an address stays: enough to tell it from another in front of its golfer. */
const SHOWN_DIGITS = 4

/**
 * An address as those may see it who do not need it: '+1 *** *** 0103', 'c***@club.example'.
 * @param recipient an email address, or a number in E.164; empty stays empty
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at >= 0) return `${firstOf(recipient.slice(0, at))}***${recipient.slice(at)}`
  if (recipient === '') return ''
  const northAmerican = /^\+1\d{6}(\d{4})$/.exec(recipient)
  if (northAmerican) return `+1 *** *** ${northAmerican[1]}`
  const digits = recipient.replace(/\D/g, '')
  // Of a short one the last four would be most of it.
  return digits.length > 2 * SHOWN_DIGITS ? `*** ${digits.slice(-SHOWN_DIGITS)}` : '***'
}

/** The first character, which may be more than one unit long; nothing where it is all there is. */
function firstOf(local: string): string {
  const [first = '', ...rest] = local
  return rest.length > 0 ? first : ''
}
