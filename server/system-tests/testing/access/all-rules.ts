import { BILLING_RULES } from './billing-rules.ts'
import { CALENDAR_RULES } from './calendar-rules.ts'
import { GROUP_RULES } from './group-rules.ts'
import { OPEN_RULES, SESSION_RULES } from './open-rules.ts'
import { OUTBOX_RULES } from './outbox-rules.ts'
import { PREFERENCE_RULES } from './preference-rules.ts'
import { ROUND_RULES } from './round-rules.ts'
import type { Rule } from './rule.ts'
import { SANDBOX_RULES } from './sandbox-rules.ts'
import { SUPER_ADMIN_RULES } from './super-admin-rules.ts'

export const RULES: readonly Rule[] = [
  ...GROUP_RULES,
  ...BILLING_RULES,
  ...SUPER_ADMIN_RULES,
  ...SESSION_RULES,
  ...OPEN_RULES,
  ...PREFERENCE_RULES,
  ...CALENDAR_RULES,
  ...ROUND_RULES,
  ...OUTBOX_RULES,
  ...SANDBOX_RULES,
]
