import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const PRODUCTION = {
  NODE_ENV: 'production',
  SUPER_ADMIN_EMAIL: 'admin@golf.example',
  SUPER_ADMIN_PASSWORD: 'fairway bunker nine iron',
}
const URL_OF_SERVER = 'smtp://golf:s%40cret@mail.example:587'

function refusalOf(env: Record<string, string>): string | undefined {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return String(error instanceof Error && error.message)
  }
  return undefined
}

test.each([
  ['no mail server in production', PRODUCTION, 'SMTP_URL'],
  ['an empty one', { ...PRODUCTION, SMTP_URL: '', MAIL_FROM: 'a@golf.example' }, 'SMTP_URL'],
  ['no sender in production', { ...PRODUCTION, SMTP_URL: URL_OF_SERVER }, 'MAIL_FROM'],
  ['a server without a sender', { SMTP_URL: URL_OF_SERVER }, 'MAIL_FROM'],
  ['a sender without a server', { MAIL_FROM: 'a@golf.example' }, 'SMTP_URL'],
  ['a web address', { SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@golf.example' }, 'SMTP_URL'],
  ['no host', { SMTP_URL: 'smtp://', MAIL_FROM: 'a@golf.example' }, 'SMTP_URL'],
  ['a sender without an address', { SMTP_URL: URL_OF_SERVER, MAIL_FROM: 'Fourball' }, 'MAIL_FROM'],
  [
    'a sender with a second line',
    { SMTP_URL: URL_OF_SERVER, MAIL_FROM: 'a@golf.example\nBcc: eve@evil.example' },
    'MAIL_FROM',
  ],
])('%s is refused in one line that names the variable', (_, env, variable) => {
  const message = refusalOf(env)
  expect(message).toMatch(new RegExp(`^${variable}: `))
  expect(message).not.toContain('\n')
  expect(message).not.toContain('s%40cret')
})

test.each([
  'teetimes@golf.example',
  'Fourball <teetimes@golf.example>',
  'Club Él <t+1@golf.example>',
])('%s is a sender', (from) => {
  expect(readConfig({ ...PRODUCTION, SMTP_URL: URL_OF_SERVER, MAIL_FROM: from }).smtp).toEqual({
    url: URL_OF_SERVER,
    from,
  })
})

test('local mode needs no mail server', () => {
  expect(readConfig({}).smtp).toBeUndefined()
})
