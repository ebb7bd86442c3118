import { expect, test } from 'vitest'
import { frameMail } from './frame-mail.ts'

const FRAMED = {
  subject: 'A spot for "Ann" & Bo',
  paragraphs: ['A spot opened.', 'Notes: <b>range balls</b>'],
  label: 'Claim a Spot',
  address: 'https://golf.example/birds?t=7&a=1',
  reason: "You're getting this email because a spot opened.",
  unsubscribe: 'https://golf.example/unsubscribe/abc/opened',
}

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)

test('writes the same content as plain text', () => {
  expect(frameMail(FRAMED).body).toBe(`A spot opened.

Notes: <b>range balls</b>

Claim a Spot: https://golf.example/birds?t=7&a=1

You're getting this email because a spot opened.
Turn off this kind of message: https://golf.example/unsubscribe/abc/opened
`)
})

test('shows the app name, the subject and one button', () => {
  const { html } = frameMail(FRAMED)
  expect(html).toContain('>Fourball</td>')
  expect(html).toContain('>A spot for &quot;Ann&quot; &amp; Bo</h1>')
  expect(html).toContain('<p>Notes: &lt;b&gt;range balls&lt;/b&gt;</p>')
  expect(html).toContain('>Claim a Spot</a>')
  expect(hrefs(html)).toEqual([
    'https://golf.example/birds?t=7&amp;a=1',
    'https://golf.example/unsubscribe/abc/opened',
  ])
  expect(hrefs(frameMail({ ...FRAMED, unsubscribe: undefined }).html)).toHaveLength(1)
})

test('has colors for dark mode and loads nothing from the network', () => {
  const { html } = frameMail(FRAMED)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme: dark)')
  expect(html).not.toMatch(/<(img|link|script)|url\(|@import/)
})
