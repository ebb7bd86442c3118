import {
  changeSandboxPortal,
  confirmSandboxPayment,
  paySandboxCheckout,
  readSandboxCheckout,
  readSandboxPortal,
} from '../../../contract/sandbox.ts'
import { everybody, type Rule } from './rule.ts'

/** As nobody guesses an id, nobody finds anything here. */
const guess = {
  wall: 'none',
  own: everybody(404),
  params: () => ({ id: 'cs_test_guess' }),
} as const

/** Local mode's sandbox of payments, which is open to whoever holds what an id names. */
export const SANDBOX_RULES: readonly Rule[] = [
  {
    endpoint: confirmSandboxPayment,
    ...guess,
    body: () => ({ clientSecret: 'pi_guess_secret_guess', card: 'pm_card_visa' }),
  },
  { endpoint: readSandboxCheckout, ...guess },
  { endpoint: paySandboxCheckout, ...guess, body: () => ({ card: 'pm_card_visa' }) },
  { endpoint: readSandboxPortal, ...guess },
  {
    endpoint: changeSandboxPortal,
    ...guess,
    body: () => ({ action: 'card', card: 'pm_card_visa' }),
  },
]
