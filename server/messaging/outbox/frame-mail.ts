import { html } from '../../platform/quote-input.ts'
import type { Mail } from '../../providers/email/email.ts'

export interface MailParts {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly label: string
  readonly address: string
  readonly reason: string
  readonly unsubscribe?: string | undefined
}

const UNSUBSCRIBE_LABEL = 'Turn off this kind of message'

/** User input in `parts` must not contain line breaks. */
export function frameMail(parts: MailParts): Pick<Mail, 'subject' | 'body' | 'html'> {
  const { subject, paragraphs, label, address, reason, unsubscribe } = parts
  return {
    subject,
    body: `${[
      ...paragraphs,
      `${label}: ${address}`,
      unsubscribe === undefined ? reason : `${reason}\n${UNSUBSCRIBE_LABEL}: ${unsubscribe}`,
    ].join('\n\n')}\n`,
    html: htmlOf(parts),
  }
}

// Mail programs support little CSS, so the layout uses a table, and the light colors are inline styles.
const FONT_STYLE =
  "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const SMALL_STYLE = 'margin:0 0 8px;font-size:13px;line-height:20px'

/** For mail programs with a dark mode. Others keep or invert the light colors; both are readable. */
const STYLES = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
p { margin: 0 0 16px; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: #0e1411 !important; }
  .sheet { background-color: #171f1a !important; border-color: #2f3b34 !important; color: #eeebe0 !important; }
  .button, .button a { background-color: #7cc49d !important; border-color: #7cc49d !important; color: #06170e !important; }
  .small, .small a { color: #a8b2a9 !important; }
}`

function htmlOf({ subject, paragraphs, label, address, reason, unsubscribe }: MailParts): string {
  const unsubscribeHtml =
    unsubscribe === undefined
      ? ''
      : html`
<p style="${SMALL_STYLE}"><a href="${unsubscribe}" style="color:#565f57">${UNSUBSCRIBE_LABEL}</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
${html`<title>${subject}</title>`}
<style>
${STYLES}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background-color:#f3eee2">
${html`<div style="display:none;max-height:0;overflow:hidden">${paragraphs[0] ?? ''}</div>`}
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3eee2">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;${FONT_STYLE}">
<tr><td bgcolor="#14523a" style="background-color:#14523a;border-radius:14px 14px 0 0;padding:16px 24px;color:#fbf7ea;font-family:Georgia,serif;font-size:20px;line-height:28px;font-weight:bold">Fourball</td></tr>
<tr><td class="sheet" style="background-color:#fffcf5;border:1px solid #d9cfba;border-top:0;border-radius:0 0 14px 14px;padding:24px;color:#1d2a23;font-size:16px;line-height:25px">
${html`<h1 style="margin:0 0 16px;font-size:20px;line-height:27px">${subject}</h1>`}
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`).join('\n')}
${html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin-top:8px"><tr><td class="button" bgcolor="#14523a" style="background-color:#14523a;border-radius:10px"><a href="${address}" style="display:inline-block;padding:13px 24px;border:1px solid #14523a;border-radius:10px;color:#fdfaf1;font-size:16px;line-height:20px;font-weight:bold;text-decoration:none">${label}</a></td></tr></table>`}
</td></tr>
<tr><td class="small" style="padding:16px 24px;color:#565f57">
${html`<p style="${SMALL_STYLE}">${reason}</p>`}${unsubscribeHtml}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
