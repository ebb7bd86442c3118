/** How failed sign-ins are slowed down, across all nodes. */
export const SIGN_IN_LIMITS = {
  /** Failures per account before the first wait, which is one second and doubles each time. */
  free: 5,
  /** The longest wait, in seconds: a guesser gets 96 tries a day, and the owner is never locked out. */
  maxWait: 900,
  /** How many accounts one network may fail to sign in to within an hour. */
  maxAccounts: 20,
} as const
