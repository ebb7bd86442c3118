import {
  changeSandboxPortal,
  confirmSandboxPayment,
  paySandboxCheckout,
  readSandboxCheckout,
  readSandboxPortal,
} from '../../../../contract/sandbox.ts'
import { everybody, type Rule } from './rule.ts'

/** The tests use an id that does not exist, so every call gets 404. */
const missingIdRule = {
  requires: 'none',
  statusByRole: everybody(404),
  params: () => ({ id: 'cs_test_guess' }),
} as const

/** Calls to the payment sandbox. They exist only in local mode. They need an id, but no session. */
export const SANDBOX_RULES: readonly Rule[] = [
  {
    endpoint: confirmSandboxPayment,
    ...missingIdRule,
    body: () => ({ clientSecret: 'pi_guess_secret_guess', card: 'pm_card_visa' }),
  },
  { endpoint: readSandboxCheckout, ...missingIdRule },
  { endpoint: paySandboxCheckout, ...missingIdRule, body: () => ({ card: 'pm_card_visa' }) },
  { endpoint: readSandboxPortal, ...missingIdRule },
  {
    endpoint: changeSandboxPortal,
    ...missingIdRule,
    body: () => ({ action: 'card', card: 'pm_card_visa' }),
  },
]
