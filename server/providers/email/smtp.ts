import { createHash } from 'node:crypto'
import { ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { email as emailAddress } from '../../../contract/fields.ts'
import { isLoopback } from '../../platform/config.ts'
import { type Email, type Mail, MailRefused } from './email.ts'

export interface SmtpOptions {
  /** `smtp://user:password@host:587`, or `smtps://…` for TLS from the start. */
  readonly url: string
  /** Who it is from: 'ann@club.example' or 'Fourball <ann@club.example>'. */
  readonly from: string
  /** Other authorities than the system's to check the server's certificate with, in PEM. */
  readonly ca?: string
  /** Whether mail may only leave encrypted; by default it must, unless the server is on this machine. */
  readonly requireTls?: boolean
  readonly limits?: Partial<SmtpLimits>
  /** Told when the server has failed so often that it is left alone for a while. */
  readonly onPause?: (cause: string) => void
}

export interface SmtpLimits {
  /** Until the name is resolved, until connected, and until greeted: for each. Milliseconds. */
  readonly connectMs: number
  /** Longest silence after the greeting. Milliseconds. */
  readonly silenceMs: number
  /** For one mail in all. Milliseconds. */
  readonly mailMs: number
  /** Mails in a row that must fail before the server is left alone. */
  readonly failuresToPause: number
  /** How long it is left alone before one mail may try again. Milliseconds. */
  readonly pauseMs: number
}

export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 3_000,
  // Servers look through a mail before they say that they have it (RFC 5321, 4.5.3.2.6 asks to wait
  // ten minutes). Giving up there would send it twice; a job can wait, though not that long.
  silenceMs: 20_000,
  mailMs: 30_000,
  failuresToPause: 5,
  pauseMs: 30_000,
}

/**
 * Sends over SMTP, one connection for each mail. Trying again is the job queue's part: it outlives
 * this process. To a server on another machine nothing is said without TLS and a valid certificate: not
 * the password, and not the mail (RFC 8314, 5; RFC 3207 for `smtp://`).
 */
export function smtpEmail({
  url,
  from,
  ca,
  requireTls = !isOnThisMachine(url),
  limits,
  onPause,
}: SmtpOptions): Email {
  const { connectMs, silenceMs, mailMs, failuresToPause, pauseMs } = { ...SMTP_LIMITS, ...limits }
  // The package is large: it is loaded for the first mail, which a job sends.
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
      // A mail is made of strings alone: nothing in it may name a file or an address to read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    })
  }
  let transport: ReturnType<typeof open> | undefined
  const breaker = circuitBreaker(
    // One golfer's dead address says nothing about the server.
    handleWhen((error) => !(error instanceof MailRefused)),
    { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(failuresToPause) },
  )
  breaker.onBreak((cause) => onPause?.('error' in cause ? String(cause.error) : 'isolated'))
  const sender = bareAddress(from)

  return {
    send: (mail) =>
      breaker.execute(async () => {
        // nodemailer reads whatever it is given as a list: 'ann@club.example, eve@evil.example'.
        if (!emailAddress.safeParse(mail.to).success) {
          throw new MailRefused('What should be an email address is none')
        }
        try {
          transport ??= open()
          await (await transport).sendMail({
            from,
            to: mail.to,
            subject: mail.subject,
            text: mail.body,
            html: mail.html,
            messageId: messageId(mail, sender),
            headers: {
              // RFC 3834: keeps 'I am away' from being answered to us.
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

/** nodemailer takes options from an address, `?ignoreTLS=true` among them, and lets them win. */
function withoutOptions(url: string): string {
  return url.replace(/\?.*/s, '')
}

/** Whether the server that an SMTP address names is this machine. */
export function isOnThisMachine(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
}

/** The same for each try, so that whoever got a mail twice shows it once. */
function messageId({ key, to, subject }: Mail, sender: string): string {
  const digest = createHash('sha256').update([key, to, subject].join('\n')).digest('hex')
  return `<${digest.slice(0, 32)}@${sender.slice(sender.lastIndexOf('@') + 1)}>`
}

function bareAddress(from: string): string {
  return /<([^<>]*)>\s*$/.exec(from)?.[1] ?? from
}

/**
 * RFC 3463: 5.1.x is a bad address, 5.2.1 a mailbox that is switched off. All else that a server
 * refuses for good (relaying, policy, our own login) the operator can mend, so it is tried again.
 */
function refusalOf(error: unknown): MailRefused | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined
  const { response } = error
  return typeof response === 'string' && /^5\d\d[ -]5\.(1\.\d+|2\.1)\b/.test(response)
    ? new MailRefused(`The mail server refused the address: ${response}`, { cause: error })
    : undefined
}
