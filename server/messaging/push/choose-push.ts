import type { Context } from '../../context.ts'
import type { Push } from '../../providers/push/push.ts'
import { newPushKeys, webPush } from '../../providers/push/web-push.ts'
import { findKeys, saveKeys } from './store.ts'

/** An address that nobody reads: push services require a contact. */
const NO_SUBJECT = 'mailto:golf@fourball.example'

/** Returns Web Push with the configured keys, or else with keys created on first use and stored. */
export function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): Push {
  return webPush({
    keys: async () => config.vapid ?? (await findKeys(db)) ?? saveKeys(db, newPushKeys()),
    subject: config.publicUrl?.startsWith('https:') ? config.publicUrl : NO_SUBJECT,
    loopback: !config.production,
  })
}
