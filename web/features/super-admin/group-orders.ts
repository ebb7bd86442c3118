/** How lists of groups can be sorted. */
export const GROUP_ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, from Z'],
  ['expiryDate', 'Expiry, soonest first'],
  ['-expiryDate', 'Expiry, latest first'],
  ['-createdAt', 'Newest first'],
  ['createdAt', 'Oldest first'],
] as const
