import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { segmentsOf } from '../../providers/texts/texts.ts'
import { toGsmText } from '../alerts/to-gsm-text.ts'
import { sayHelp, UNKNOWN_NUMBER } from './text-replies.ts'

const configOf = (from: string, PUBLIC_URL = 'https://golf.example') =>
  readConfig({ SMTP_URL: 'smtp://mail.example', MAIL_FROM: from, PUBLIC_URL })

test.each([
  ['Fourball <teetimes@golf.example>', 'teetimes@golf.example'],
  ['teetimes@golf.example', 'teetimes@golf.example'],
])('gives the sender of our emails as the contact for help: %s', (from, address) => {
  expect(sayHelp(configOf(from))).toContain(`Help: ${address}. `)
})

test('gives the contact address for help if there is one', () => {
  const config = { ...configOf('teetimes@golf.example'), contactEmail: 'help@golf.example' }
  expect(sayHelp(config)).toContain('Help: help@golf.example. ')
})

test('gives our web address for help if the app sends no emails', () => {
  expect(sayHelp(readConfig({ PUBLIC_URL: 'https://golf.example' }))).toContain(
    'Help: https://golf.example. ',
  )
})

test('has room for the required words despite long addresses', () => {
  const config = configOf(
    'tee-times-of-the-members@mail.foothills-golf-and-country-club.example',
    'https://tee-times.foothills-golf-and-country-club.example',
  )
  for (const text of [sayHelp(config), UNKNOWN_NUMBER]) {
    expect(segmentsOf(text), text).toBe(1)
  }
  expect(sayHelp(config)).toMatch(/Msg & data rates may apply\. Reply STOP to end\.$/)
})

test.each([
  [
    'help@golf.example',
    'For tee time #7, text IN 7, OUT 7, or WAIT 7. LIST for spots. Help: help@golf.example. Msg freq varies. ',
  ],
  [
    'teetimes@golf.example',
    'IN 7 to join #7, OUT 7 to leave, WAIT 7 to get in line, LIST for spots. ',
  ],
  ['help@bow-river-golf.example', 'For tee time #7, text IN 7, OUT 7, or WAIT 7. LIST for spots. '],
  ['teetimes@foothills-golf-and-country-club.example', 'IN 7, OUT 7, WAIT 7, or LIST for spots. '],
])('fits the commands and %s in one segment', (from, commands) => {
  const reply = sayHelp(configOf(from))
  expect(reply).toContain(commands)
  expect(toGsmText(reply)).toBe(reply)
  expect(segmentsOf(reply), reply).toBe(1)
})
