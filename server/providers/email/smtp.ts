import { createHash } from 'node:crypto'
import { email as emailAddress } from '../../../contract/fields.ts'
import { isLoopback } from '../../platform/config.ts'
import { createBreaker, PAUSE_LIMITS, type PauseLimits } from '../circuit-breaker.ts'
import { type Email, type Mail, MailRefused } from './email.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the start. */
  readonly url: string
  /** The sender: 'ann@club.example' or 'Fourball <ann@club.example>'. */
  readonly from: string
  /** The address that replies go to; the sender if undefined. */
  readonly replyTo?: string | undefined
  /** Certificate authorities, in PEM, that replace the system's when the server's certificate is checked. */
  readonly ca?: string
  /** Whether TLS is required; by default it is, unless the server is on this machine. */
  readonly requireTls?: boolean
  readonly limits?: Partial<SmtpLimits>
  /** Called when repeated failures pause sending for a while. */
  readonly onPause?: (cause: string) => void
}

export interface SmtpLimits extends PauseLimits {
  /** Limit for each of DNS lookup, connecting, and waiting for the greeting. Milliseconds. */
  readonly connectMs: number
  /** Longest silence after the greeting. Milliseconds. */
  readonly silenceMs: number
  /** Total time for one email. Milliseconds. */
  readonly mailMs: number
}

export const SMTP_LIMITS: SmtpLimits = {
  ...PAUSE_LIMITS,
  connectMs: 3_000,
  // Servers scan a mail before they accept it (RFC 5321, 4.5.3.2.6 asks clients to wait ten
  // minutes). Giving up during the scan would send the mail twice. A job can wait, but not for ten
  // minutes.
  silenceMs: 20_000,
  mailMs: 30_000,
}

/**
 * Sends over SMTP, one connection for each mail. The job queue does the retries, since it outlives this
 * process. By default, a server on another machine gets neither the password nor the mail without TLS and
 * a valid certificate (RFC 8314, 5; RFC 3207 for `smtp://`).
 */
export function smtpEmail({
  url,
  from,
  replyTo,
  ca,
  requireTls = !isOnThisMachine(url),
  limits: given,
  onPause,
}: SmtpOptions): Email {
  const limits = { ...SMTP_LIMITS, ...given }
  const { connectMs, silenceMs, mailMs } = limits
  // The package is large, so it is loaded for the first email, which a job sends.
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: requireTls ? withoutOptions(url) : url,
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
      // Emails consist of strings only: no part may be read from a file or URL.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  // An address that does not exist says nothing about the mail server.
  const isFailure = (error: unknown) => !(error instanceof MailRefused)
  const breaker = createBreaker('email', limits, isFailure, onPause)
  const sender = bareAddress(from)

  return {
    send: (mail) =>
      breaker.execute(async () => {
        // nodemailer parses this field as a list: 'ann@club.example, eve@evil.example'.
        if (!emailAddress.safeParse(mail.to).success) {
          throw new MailRefused('Not an email address')
        }
        try {
          transport ??= open()
          await (await transport).sendMail({
            from,
            ...(replyTo !== undefined && { replyTo }),
            to: mail.to,
            subject: mail.subject,
            text: mail.body,
            html: mail.html,
            messageId: messageId(mail, sender),
            headers: {
              // RFC 3834: prevents out-of-office replies.
              'Auto-Submitted': 'auto-generated',
              ...(mail.unsubscribe !== undefined && {
                'List-Unsubscribe': `<${mail.unsubscribe}>`,
                'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
              }),
            },
            ...(mail.calendar !== undefined && {
              icalEvent: { method: 'PUBLISH', filename: 'tee-time.ics', content: mail.calendar },
            }),
            signal: AbortSignal.timeout(mailMs),
          })
        } catch (error) {
          throw refusalOf(error) ?? error
        }
      }),
  }
}

/** Removes the query: nodemailer lets options in it, such as `?ignoreTLS=true`, override ours. */
function withoutOptions(url: string): string {
  return url.replace(/\?.*/s, '')
}

/** Returns whether the server in an SMTP URL is this machine. */
export function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

/** Returns the same ID for every attempt, so that mail programs show an email received twice only once. */
function messageId({ key, to, subject }: Mail, sender: string): string {
  const digest = createHash('sha256').update([key, to, subject].join('\n')).digest('hex')
  return `<${digest.slice(0, 32)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

function bareAddress(from: string): string {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
}

/**
 * Returns the refusal of a bad address (status 5.1.x in RFC 3463) or a disabled mailbox (5.2.1); undefined for
 * other errors. The operator can fix those, even permanent ones (relaying, policy, our own login), so they are
 * retried.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined
  const { response } = error
  return typeof response === 'string' && /^5\d\d[ -]5\.(1\.\d+|2\.1)\b/.test(response)
    ? new MailRefused(`The mail server refused the address: ${response}`, { cause: error })
    : undefined
}
