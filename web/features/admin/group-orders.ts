/** Sort orders for lists of groups. */
export const GROUP_ORDERS = [
  ['name', 'Name'],
  ['-name', 'Name, from Z'],
  ['expiryDate', 'Expiry, soonest first'],
  ['-expiryDate', 'Expiry, latest first'],
  ['-createdAt', 'Newest first'],
  ['createdAt', 'Oldest first'],
] as const
