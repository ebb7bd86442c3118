import type { Context } from '../context.ts'
import { type Email, embeddedEmail } from '../providers/email/email.ts'
import { smtpEmail } from '../providers/email/smtp.ts'
import type { Push } from '../providers/push/push.ts'
import { newPushKeys, webPush } from '../providers/push/web-push.ts'
import { embeddedTexts, type Texts } from '../providers/texts/texts.ts'
import { twilioTexts } from '../providers/texts/twilio.ts'
import { insertMessage, type NewMessage } from './outbox/store.ts'
import { findPushKeys, savePushKeys } from './preferences/store.ts'

type ProviderContext = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

/** Returns SMTP if it is configured, which production requires. Otherwise emails only go to the outbox. */
export function chooseEmail({ config, db, clock, log }: ProviderContext): Email {
  if (config.smtp === undefined) return embeddedEmail(storeWith(db, clock))
  return smtpEmail({
    ...config.smtp,
    replyTo: config.contactEmail,
    onPause: (cause) => log.error({ cause }, 'The mail server keeps failing: pausing emails'),
  })
}

/** The path to which Twilio reports the status of a text. */
const STATUS_CALLBACK = '/api/webhooks/twilio/status'

/** Returns Twilio if it is configured. Otherwise returns the outbox locally, and undefined in production. */
export function chooseTexts({ config, db, clock, log }: ProviderContext): Texts | undefined {
  const { twilio, publicUrl } = config
  if (twilio === undefined) {
    return config.production ? undefined : embeddedTexts(storeWith(db, clock))
  }
  return twilioTexts({
    ...twilio,
    statusCallback: publicUrl && publicUrl + STATUS_CALLBACK,
    onPause: (cause) => log.error({ cause }, 'Twilio keeps failing: pausing texts'),
  })
}

function storeWith(db: Context['db'], clock: Context['clock']) {
  return ({ to, ...message }: { to: string } & Omit<NewMessage, 'recipient' | 'createdAt'>) =>
    insertMessage(db, { ...message, recipient: to, createdAt: clock.now() })
}

/** The contact to give push services, which require one. Nobody reads this address. */
const PUSH_CONTACT = 'mailto:golf@fourball.example'

/** Returns Web Push, with the configured keys or with keys that it creates and stores on first use. */
export function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): Push {
  return webPush({
    keys: async () => config.vapid ?? (await findPushKeys(db)) ?? savePushKeys(db, newPushKeys()),
    subject: config.publicUrl?.startsWith('https:') ? config.publicUrl : PUSH_CONTACT,
    loopback: !config.production,
  })
}
