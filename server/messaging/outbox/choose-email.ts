import type { Context } from '../../context.ts'
import { type Email, embeddedEmail } from '../../providers/email/email.ts'
import { smtpEmail } from '../../providers/email/smtp.ts'
import { insertMessage } from './store.ts'

/** Returns SMTP if it is configured, as it always is in production; otherwise emails stay in the outbox. */
export function chooseEmail({
  config,
  db,
  clock,
  log,
}: Pick<Context, 'config' | 'db' | 'clock' | 'log'>): Email {
  if (config.smtp !== undefined) {
    return smtpEmail({
      ...config.smtp,
      onPause: (cause) => log.error({ cause }, 'The mail server keeps failing: pausing emails'),
    })
  }
  return embeddedEmail(({ to, ...message }) =>
    insertMessage(db, { ...message, recipient: to, createdAt: clock.now() }),
  )
}
