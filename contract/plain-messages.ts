import type * as z from 'zod/mini'

const NOT_VALID = "This value isn't valid"

const MESSAGE_BY_TYPE: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Send true or false',
  array: 'Send a list',
  object: 'Send an object',
}

/** Returns the message for a rule that has none, because Zod's defaults are written for programmers. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is required'
        : (MESSAGE_BY_TYPE[issue.expected] ?? NOT_VALID)
    case 'too_small':
      return describeLimit(issue.origin, 'at least', issue.minimum)
    case 'too_big':
      return describeLimit(issue.origin, 'at most', issue.maximum)
    case 'invalid_value':
      return `Use one of these: ${issue.values.map(String).join(', ')}`
    default:
      return NOT_VALID
  }
}

function describeLimit(origin: string, bound: string, limit: number | bigint): string {
  if (origin === 'string')
    return `Enter ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`
  return origin === 'array' ? `Pick ${bound} ${limit}` : `Enter ${bound} ${limit}`
}
