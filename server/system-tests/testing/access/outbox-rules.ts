import {
  listOutbox,
  listOutboxPhones,
  readOutboxMail,
  replyFromOutbox,
} from '../../../../contract/messages.ts'
import { everybody, type Rule } from './rule.ts'

const open = { requires: 'none', own: everybody() } as const

/** Calls about the local outbox, which anyone on this machine can use. */
export const OUTBOX_RULES: readonly Rule[] = [
  { endpoint: listOutbox, ...open },
  { endpoint: listOutboxPhones, ...open },
  {
    endpoint: readOutboxMail,
    requires: 'none',
    params: () => ({ id: 2_147_483_647 }),
    own: everybody(404),
  },
  {
    endpoint: replyFromOutbox,
    ...open,
    body: () => ({ from: '+14035550142', body: 'Who is this?' }),
  },
]
