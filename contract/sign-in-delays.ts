/** What failed sign-ins cost, on all nodes together. */
export const SIGN_IN_LIMITS = {
  /** Failures of one account before the first wait, which is a second and doubles each time. */
  free: 5,
  /** The longest wait, in seconds: a guesser gets 96 tries a day, and the owner is never locked out. */
  maxWait: 900,
  /** Accounts that one network may fail to sign in to within an hour. */
  maxAccounts: 20,
} as const
