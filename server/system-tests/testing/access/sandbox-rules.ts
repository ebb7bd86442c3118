import {
  changeSandboxPortal,
  confirmSandboxPayment,
  paySandboxCheckout,
  readSandboxCheckout,
  readSandboxPortal,
} from '../../../../contract/sandbox.ts'
import { everybody, type Rule } from './rule.ts'

/** The tests guess ids, so every call gets 404. */
const guess = {
  requires: 'none',
  own: everybody(404),
  params: () => ({ id: 'cs_test_guess' }),
} as const

/** Calls of the local payment sandbox, which anyone who has an id can use. */
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
