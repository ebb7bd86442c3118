/** How many digits stay visible: enough for a golfer to recognize their own number. */
const SHOWN_DIGITS = 4

/**
 * Masks an address or number for people who do not need it: '+1 *** *** 0103', 'c***@club.example'.
 * @param recipient an email address, or a number in E.164; empty stays empty
 */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at >= 0) return `${firstOf(recipient.slice(0, at))}***${recipient.slice(at)}`
  if (recipient === '') return ''
  const northAmerican = /^\+1\d{6}(\d{4})$/.exec(recipient)
  if (northAmerican) return `+1 *** *** ${northAmerican[1]}`
  const digits = recipient.replace(/\D/g, '')
  // Four digits would be most of a short number.
  return digits.length > 2 * SHOWN_DIGITS ? `*** ${digits.slice(-SHOWN_DIGITS)}` : '***'
}

/** Returns the first character, which may be several code units; empty if it is the only one. */
function firstOf(local: string): string {
  const [first = '', ...rest] = local
  return rest.length > 0 ? first : ''
}
