import {
  listOutbox,
  listOutboxPhones,
  readOutboxMail,
  replyFromOutbox,
} from '../../../../contract/messages.ts'
import { everybody, type Rule } from './rule.ts'

const openRule = { requires: 'none', statusByRole: everybody() } as const

/** Calls about the outbox. They exist only in local mode and need no session. */
export const OUTBOX_RULES: readonly Rule[] = [
  { endpoint: listOutbox, ...openRule },
  { endpoint: listOutboxPhones, ...openRule },
  {
    endpoint: readOutboxMail,
    requires: 'none',
    params: () => ({ id: 2_147_483_647 }),
    statusByRole: everybody(404),
  },
  {
    endpoint: replyFromOutbox,
    ...openRule,
    body: () => ({ from: '+14035550142', body: 'Who is this?' }),
  },
]
