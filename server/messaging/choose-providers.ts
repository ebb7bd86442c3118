import type { Context } from '../context.ts'
import { type EmailProvider, outboxEmail } from '../providers/email/email.ts'
import { smtpEmail } from '../providers/email/smtp.ts'
import { newPushKeys, type PushProvider, webPush } from '../providers/push/web-push.ts'
import { outboxTexts, type TextProvider } from '../providers/texts/texts.ts'
import { twilioTexts } from '../providers/texts/twilio.ts'
import { insertMessage, type NewMessage } from './outbox/store.ts'
import { findPushKeys, savePushKeys } from './preferences/store.ts'

type ProviderContext = Pick<Context, 'config' | 'db' | 'clock' | 'log'>

/** Returns SMTP if it is configured, which production requires. Otherwise returns the outbox. */
export function chooseEmail({ config, db, clock, log }: ProviderContext): EmailProvider {
  if (config.smtp === undefined) return outboxEmail(outboxStore(db, clock))
  return smtpEmail({
    ...config.smtp,
    replyTo: config.contactEmail,
    onPause: (cause) => log.error({ cause }, 'The mail server keeps failing: pausing emails'),
  })
}

export function chooseTexts({ config, db, clock, log }: ProviderContext): TextProvider | undefined {
  const { twilio, publicUrl } = config
  if (twilio === undefined) {
    return config.isProduction ? undefined : outboxTexts(outboxStore(db, clock))
  }
  return twilioTexts({
    ...twilio,
    statusCallback: publicUrl && `${publicUrl}/api/webhooks/twilio/status`,
    onPause: (cause) => log.error({ cause }, 'Twilio keeps failing: pausing texts'),
  })
}

function outboxStore(db: Context['db'], clock: Context['clock']) {
  return ({ to, ...message }: { to: string } & Omit<NewMessage, 'recipient' | 'createdAt'>) =>
    insertMessage(db, { ...message, recipient: to, createdAt: clock.now() })
}

/** Push services require a contact. Without a public HTTPS URL, they get this address, which nobody reads. */
const PUSH_CONTACT = 'mailto:golf@fourball.example'

export function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): PushProvider {
  return webPush({
    keys: async () => config.vapid ?? (await findPushKeys(db)) ?? savePushKeys(db, newPushKeys()),
    subject: config.publicUrl?.startsWith('https:') ? config.publicUrl : PUSH_CONTACT,
    allowLoopback: !config.isProduction,
  })
}
