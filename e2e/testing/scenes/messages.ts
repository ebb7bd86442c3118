import type { Page } from '@playwright/test'
import type { OutboxMessage, OutboxPhone, OutboxText } from '../../../contract/messages.ts'
import { type Scene, waitForHeading } from '../scene.ts'

/**
 * The outbox as it looks after a first start. It is faked, because the test app runs with DATABASE_URL, and
 * such an app doesn't open the outbox to everyone.
 */

const at = (minute: number) => new Date(Date.UTC(2026, 4, 28, 22, minute)).toISOString()

function thread(...texts: (readonly [OutboxText['direction'], string])[]): OutboxText[] {
  return texts.map(([direction, body], index) => ({
    key: `${index}`,
    direction,
    body,
    at: at(index * 3),
  }))
}

const phone = (n: number, names: string[], texts: OutboxText[] = []): OutboxPhone => ({
  number: `+140355501${String(n).padStart(2, '0')}`,
  golfers: names.map((name, index) => ({ id: n * 10 + index, name })),
  texts,
})

const NEW_TEE_TIME_TEXT =
  'Fourball: 2 spots open: #7 Sat May 30 8:12 AM Shaganappi Point (Morgan). Reply IN 7. http://127.0.0.1:5000/demo-saturday?t=7'

const PHONES: readonly OutboxPhone[] = [
  phone(
    3,
    ['Casey Whitfield'],
    thread(
      ['to', NEW_TEE_TIME_TEXT],
      ['from', 'in 7'],
      ['to', "You're in: Sat 8:12 Shaganappi, 1 spot left. Reply OUT 7 to leave."],
      ['from', 'LIST'],
      [
        'to',
        '1) #4 Mon 5:06 PM Lakeview, 1 spot\n2) #9 Tue 7:30 AM Confederation Park, 2 spots\nReply 1 or 2 to take a spot.',
      ],
      ['from', '2'],
      ['to', "You're in: Tue 7:30 Confederation Park, 1 spot left. Reply OUT 9 to leave."],
    ),
  ),
  phone(4, ['Jordan Blake'], thread(['to', NEW_TEE_TIME_TEXT])),
  phone(
    5,
    ['Theo Lindqvist'],
    thread(
      ['to', NEW_TEE_TIME_TEXT],
      ['from', 'Stop'],
      ['to', "Fourball: You won't get any more texts from us. Reply START to get them again."],
    ),
  ),
  phone(88, [], thread(['from', `${'NoPlaceToBreak'.repeat(20)}?`])),
  phone(6, ['Wen Zhao', 'Amara Okafor'], thread(['to', NEW_TEE_TIME_TEXT])),
  phone(10, ['Maximiliana Featherstonehaugh-Wolfeschlegelstein']),
]

const MAILS: readonly OutboxMessage[] = [
  'Shaganappi Point, Sat, May 30: 3 of 4 filled',
  'Casey Whitfield wants to join Saturday Morning Golf',
  `${'A subject that goes on and on '.repeat(4)}and ends`,
].map((subject, index) => ({
  id: 3 - index,
  channel: 'email',
  to: index === 2 ? `${'wolfeschlegelstein'.repeat(3)}@club.example` : 'owner@demo.fourball',
  golferId: 1,
  subject,
  body: `${subject}.\n\nSee it: http://127.0.0.1:5000/demo-saturday?t=7\n`,
  html: '<p>x</p>',
  createdAt: at(index * -7),
}))

const fakeOutbox =
  (phones: readonly OutboxPhone[], mails: readonly OutboxMessage[] = [], isOpen = true) =>
  async (page: Page) => {
    await page.route('**/api/outbox/phones', (route) => route.fulfill({ json: { isOpen, phones } }))
    await page.route('**/api/outbox?*', (route) => route.fulfill({ json: mails }))
  }

const textsPath = '/outbox'
const emailsPath = '/outbox?show=emails'

export const messageScenes: readonly Scene[] = [
  {
    name: 'outbox',
    isFast: true,
    at: textsPath,
    before: fakeOutbox(PHONES),
    arrive: waitForHeading('Casey Whitfield'),
  },
  {
    name: 'outbox-empty',
    at: textsPath,
    before: fakeOutbox([]),
    arrive: waitForHeading('No Phones Yet'),
  },
  {
    name: 'outbox-failing',
    at: textsPath,
    before: (page) =>
      page.route('**/api/outbox/phones', (route) => route.fulfill({ status: 503, json: {} })),
    arrive: waitForHeading("We couldn't load the phones"),
  },
  {
    name: 'outbox-loading',
    at: textsPath,
    before: (page) => page.route('**/api/outbox/phones', () => undefined),
    arrive: waitForHeading('Outbox'),
  },
  {
    name: 'outbox-emails',
    at: emailsPath,
    before: fakeOutbox(PHONES, MAILS),
    arrive: (page) => page.getByText('3 of 4 filled').waitFor(),
  },
  // The email is shown as plain text, because axe can't run in a frame that blocks scripts.
  {
    name: 'outbox-email',
    at: `${emailsPath}&mail=3`,
    before: fakeOutbox(PHONES, MAILS, false),
    arrive: waitForHeading('Shaganappi Point, Sat, May 30: 3 of 4 filled'),
  },
]
