import { hash } from 'node:crypto'
import { email as emailAddress } from '../../../contract/fields.ts'
import { isLoopback } from '../../platform/config.ts'
import { CALL_LIMITS, createBreaker } from '../circuit-breaker.ts'
import { type EmailProvider, type Mail, MailRefused } from './email.ts'

interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the start. */
  readonly url: string
  readonly from: string
  readonly replyTo?: string | undefined
  /** PEM certificates of the authorities to trust instead of the system's. */
  readonly ca?: string
  /** Whether to require TLS. By default, TLS is required unless the server is on this machine. */
  readonly requireTls?: boolean
  readonly limits?: Partial<SmtpLimits>
  readonly onPause?: (cause: string) => void
}

export const SMTP_LIMITS = {
  ...CALL_LIMITS,
  /** Timeout for each of these steps: DNS lookup, connecting, waiting for the greeting. */
  connectMs: 3_000,
  /**
   * Timeout while the server sends nothing. If we give up while the server scans an email, the retry sends
   * the email again. RFC 5321, 4.5.3.2.6, asks clients to wait ten minutes, but that is too long for a job.
   */
  silenceMs: 20_000,
  callMs: 30_000,
}

export type SmtpLimits = Readonly<typeof SMTP_LIMITS>

/**
 * Never retries, because the job queue does. By default, a server on another machine must use TLS with a
 * valid certificate before it gets the password or the email (RFC 8314, 5; RFC 3207 for `smtp://`).
 */
export function smtpEmail(options: SmtpOptions): EmailProvider {
  const { url, from, replyTo, ca, requireTls = !isOnThisMachine(url), onPause } = options
  const limits = { ...SMTP_LIMITS, ...options.limits }
  const { connectMs, silenceMs, callMs } = limits
  // The package is large, so load it for the first email. Jobs send emails, so no request waits for it.
  const openTransport = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      // nodemailer lets options in the URL (`?ignoreTLS=true`) override ours.
      url: requireTls ? url.replace(/\?.*/s, '') : url,
      dnsTimeout: connectMs,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: silenceMs,
      ...(requireTls && {
        requireTLS: true,
        ignoreTLS: false,
        opportunisticTLS: false,
        tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) },
      }),
      // Our emails consist of strings only. nodemailer must not read parts from files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof openTransport> | undefined
  // A refused address does not mean that the mail server is failing.
  const isFailure = (error: unknown) => !(error instanceof MailRefused)
  const breaker = createBreaker('email', limits, isFailure, onPause)
  const domain = /@([^@<>]*)>?\s*$/.exec(from)?.[1] ?? ''

  return {
    send: (mail) =>
      breaker.execute(async () => {
        // nodemailer parses `to` as a list, so 'ann@club.example, eve@evil.example' would go to both.
        if (!emailAddress.safeParse(mail.to).success) {
          throw new MailRefused('Not an email address')
        }
        try {
          transport ??= openTransport()
          await (await transport).sendMail({
            from,
            ...(replyTo !== undefined && { replyTo }),
            to: mail.to,
            subject: mail.subject,
            text: mail.body,
            html: mail.html,
            messageId: messageIdOf(mail, domain),
            headers: {
              // Prevents out-of-office replies (RFC 3834).
              'Auto-Submitted': 'auto-generated',
              ...(mail.unsubscribe !== undefined && {
                'List-Unsubscribe': `<${mail.unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
            },
            ...(mail.calendar !== undefined && {
              icalEvent: { method: 'PUBLISH', filename: 'tee-time.ics', content: mail.calendar },
            }),
            signal: AbortSignal.timeout(callMs),
          })
        } catch (error) {
          throw refusalOf(error) ?? error
        }
      }),
  }
}

export function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

/** Returns the same Message-ID for every attempt, so that mail programs can hide a duplicate. */
function messageIdOf({ key, to, subject }: Mail, domain: string): string {
  const digest = hash('sha256', [key, to, subject].join('\n'))
  return `<${digest.slice(0, 32)}@${domain}>`
}

/**
 * Returns an error if the server refused a bad address (status 5.1.x in RFC 3463) or a disabled mailbox
 * (5.2.1). All other errors are retried, even permanent ones, because the operator can fix their cause.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined
  const { response } = error
  return typeof response === 'string' && /^5\d\d[ -]5\.(1\.\d+|2\.1)\b/.test(response)
    ? new MailRefused(`The mail server refused the address: ${response}`, { cause: error })
    : undefined
}
