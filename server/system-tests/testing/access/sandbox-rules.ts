import {
  changeSandboxPortal,
  confirmSandboxPayment,
  paySandboxCheckout,
  readSandboxCheckout,
  readSandboxPortal,
} from '../../../../contract/sandbox.ts'
import { everybody, type Rule } from './rule.ts'

/** The tests guess ids, so every call gets 404. */
const guessedIdRule = {
  requires: 'none',
  own: everybody(404),
  params: () => ({ id: 'cs_test_guess' }),
} as const

/** Calls of the local payment sandbox, which anyone who has an id can use. */
export const SANDBOX_RULES: readonly Rule[] = [
  {
    endpoint: confirmSandboxPayment,
    ...guessedIdRule,
    body: () => ({ clientSecret: 'pi_guess_secret_guess', card: 'pm_card_visa' }),
  },
  { endpoint: readSandboxCheckout, ...guessedIdRule },
  { endpoint: paySandboxCheckout, ...guessedIdRule, body: () => ({ card: 'pm_card_visa' }) },
  { endpoint: readSandboxPortal, ...guessedIdRule },
  {
    endpoint: changeSandboxPortal,
    ...guessedIdRule,
    body: () => ({ action: 'card', card: 'pm_card_visa' }),
  },
]
