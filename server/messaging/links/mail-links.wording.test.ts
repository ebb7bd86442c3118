import { expect, test } from 'vitest'
import type { LinkReason } from '../../identity/send-link.ts'
import { describeLink } from './mail-links.ts'

const address = 'https://golf.example/welcome/abc'
const REASONS: LinkReason[] = ['new-account', 'forgot-password', 'start-group']

test.each<[LinkReason, string | null, string, string]>([
  [
    'new-account',
    'Saturday Stampede',
    'Welcome to Saturday Stampede on Fourball',
    "You've been added to Saturday Stampede. Set a password to see its tee times.",
  ],
  [
    'new-account',
    null,
    'Welcome to Fourball',
    'Your Fourball account is ready. Set a password to sign in.',
  ],
  [
    'forgot-password',
    null,
    'Set a new password for Fourball',
    "Your password stays the same until you set a new one. When you do, you'll be signed out on all your devices.",
  ],
  [
    'start-group',
    'Saturday Stampede',
    'Start Saturday Stampede on Fourball',
    "Saturday Stampede is ready. Open the link to start it. You'll be the owner.",
  ],
])('writes the link email: %s, %s', (reason, groupName, subject, sentence) => {
  const mail = describeLink(reason, groupName, address)
  expect(mail.subject).toBe(subject)
  expect(mail.body.split('\n\n')[0]).toBe(sentence)
  const validity = reason === 'forgot-password' ? '60 minutes' : '7 days'
  expect(mail.body).toContain(`The link works once and expires in ${validity}.`)
  expect(mail.body).toMatch(/: https:\/\/golf\.example\/welcome\/abc\n/)
  expect(mail.html).toContain(`<p>${sentence.replace("'", '&#39;')}</p>`)
  expect(mail.html).toContain(`<a href="${address}"`)
})

const HOSTILE = [
  'Eve\r\nBcc: eve@evil.example',
  'Eve\u2028\u2029\u0085\u0000next',
  '\u202eevE\u202c \u2066x\u2069',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '$& $1 {link} \\n %0d%0a',
]

test.each(REASONS.flatMap((reason) => HOSTILE.map((name) => [reason, name] as const)))(
  'in a %s email, keeps the group name %j as plain text on one line',
  (reason, groupName) => {
    const plain = describeLink(reason, 'Saturday Stampede', address)
    const mail = describeLink(reason, groupName, address)
    const forbidden = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
    expect(mail.subject).not.toMatch(forbidden)
    expect(mail.body.replaceAll('\n', '')).not.toMatch(forbidden)
    expect(mail.body.split('\n')).toHaveLength(plain.body.split('\n').length)
    const tags = (markup: string) => markup.match(/<[^>]*>?/g)
    expect(tags(mail.html)).toEqual(tags(plain.html))
  },
)

test.each([
  ['evil.example/free', 'evil example free'],
  ['https://evil.example', 'https evil example'],
  ['eve@evil.example', 'eve evil example'],
  ['St. Andrews', 'St. Andrews'],
])('makes no link of a group name: %s', (groupName, said) => {
  expect(describeLink('start-group', groupName, address).subject).toBe(`Start ${said} on Fourball`)
})
