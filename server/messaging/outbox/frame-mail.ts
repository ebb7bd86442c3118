import { html } from '../../platform/quote-input.ts'
import type { Mail } from '../../providers/email/email.ts'

export interface Framed {
  readonly subject: string
  /** The content, one string per paragraph. */
  readonly paragraphs: readonly string[]
  readonly link: { readonly label: string; readonly address: string }
  /** Why this golfer gets the email. */
  readonly reason: string
  /** The unsubscribe URL for emails of this kind; undefined for those that cannot be switched off. */
  readonly unsubscribe?: string | undefined
}

const STOP = 'Turn off this kind of email'

/** Builds every email in plain text and HTML. Typed words must each be a single line. */
export function frameMail({
  subject,
  paragraphs,
  link,
  reason,
  unsubscribe,
}: Framed): Pick<Mail, 'subject' | 'body' | 'html'> {
  return {
    subject,
    body: `${[
      ...paragraphs,
      `${link.label}: ${link.address}`,
      unsubscribe === undefined ? reason : `${reason}\n${STOP}: ${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif;color:#1d2b22;background:#fbf8f1">
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`).join('\n')}
${html`<p><a href="${link.address}" style="color:#14532d">${link.label}</a></p>
<p style="font-size:13px;color:#59655d">${reason}</p>`}${
  unsubscribe === undefined
    ? ''
    : html`
<p style="font-size:13px"><a href="${unsubscribe}" style="color:#59655d">${STOP}</a></p>`
}
</body>
</html>
`,
  }
}
