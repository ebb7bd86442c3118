import type { Context } from '../../context.ts'
import type { Push } from '../../providers/push/push.ts'
import { newPushKeys, webPush } from '../../providers/push/web-push.ts'
import { findKeys, keepKeys } from './store.ts'

/** Nobody's: push services ask for somewhere to complain. */
const NO_SUBJECT = 'mailto:golf@fourball.example'

/** Web Push with the keys of the environment, else with those made at the first need and kept. */
export function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): Push {
  return webPush({
    keys: async () => config.vapid ?? (await findKeys(db)) ?? keepKeys(db, newPushKeys()),
    subject: config.publicUrl?.startsWith('https:') ? config.publicUrl : NO_SUBJECT,
    loopback: !config.production,
  })
}
