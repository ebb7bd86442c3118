// @module-tag thorough
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type Mail, MailRefused } from './email.ts'
import { isOnThisMachine, SMTP_LIMITS, type SmtpLimits, smtpEmail } from './smtp.ts'
import {
  type SmtpStandIn,
  startMuteServer,
  startSmtpServer,
  unusedUrl,
} from './testing/smtp-stand-in.ts'
import { TEST_CERTIFICATE } from './testing/test-certificate.ts'

const MAIL: Mail = {
  to: 'ann@club.example',
  golferId: 1,
  subject: 'Shaganappi Point, Sat, May 30, 8:12 AM: 3 of 4 filled',
  body: 'Three of four.\n',
  html: '<p>Three of four.</p>',
  key: 'tell_creator:7:4',
}
const FROM = 'Fourball <teetimes@golf.example>'
/** Short limits for emails that are expected to fail. All others use the production limits. */
const SHORT_LIMITS: SmtpLimits = { ...SMTP_LIMITS, connectMs: 200, silenceMs: 300, callMs: 1_000 }

const openServers: SmtpStandIn[] = []
afterEach(async () => {
  vi.useRealTimers()
  for (const server of openServers.splice(0)) await server.close()
})

async function closeAfterTest(starting: Promise<SmtpStandIn>): Promise<SmtpStandIn> {
  const server = await starting
  openServers.push(server)
  return server
}

const refusal = (responseCode: number, message: string) =>
  Object.assign(new Error(message), { responseCode })

const startRefusingServer = (responseCode: number, message: string) =>
  startSmtpServer({ onRcptTo: (_address, _session, done) => done(refusal(responseCode, message)) })

async function sendAndCatch(
  url: string,
  { mail = MAIL, limits = SMTP_LIMITS }: { mail?: Mail; limits?: SmtpLimits } = {},
): Promise<unknown> {
  return smtpEmail({ url, from: FROM, limits })
    .send(mail)
    .then(
      () => undefined,
      (error: unknown) => error,
    )
}

test('sends an email as text and HTML from the configured sender', async () => {
  const server = await closeAfterTest(startSmtpServer())
  await smtpEmail({ url: server.url, from: FROM }).send(MAIL)
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail?.from).toBe('teetimes@golf.example')
  expect(mail?.to).toEqual(['ann@club.example'])
  expect(mail?.headers.get('from')).toBe('Fourball <teetimes@golf.example>')
  expect(mail?.headers.get('to')).toBe('ann@club.example')
  expect(mail?.headers.get('subject')).toBe(MAIL.subject)
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.headers.get('message-id')).toMatch(/^<[0-9a-f]{32}@golf\.example>$/)
  expect(mail?.raw).toContain('Three of four.\r\n')
  expect(mail?.raw).toContain('<p>Three of four.</p>')
})

test('sets Reply-To if a reply address is configured', async () => {
  const server = await closeAfterTest(startSmtpServer())
  await smtpEmail({ url: server.url, from: FROM, replyTo: 'help@golf.example' }).send(MAIL)
  await smtpEmail({ url: server.url, from: FROM }).send(MAIL)
  const [withReplyTo, withoutReplyTo] = server.received
  expect(withReplyTo?.headers.get('reply-to')).toBe('help@golf.example')
  expect(withoutReplyTo?.headers.has('reply-to')).toBe(false)
})

test('offers one-click unsubscribe for emails that a reader can turn off (RFC 8058)', async () => {
  const server = await closeAfterTest(startSmtpServer())
  const email = smtpEmail({ url: server.url, from: FROM })
  const unsubscribe = `https://golf.example/api/unsubscribe/${'0123456789abcdef'.repeat(2)}/posted`
  await email.send({ ...MAIL, unsubscribe })
  await email.send(MAIL)
  const [one, other] = server.received.map(({ headers }) => headers)
  expect(one?.get('list-unsubscribe')).toBe(`<${unsubscribe}>`)
  expect(one?.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect([...(other?.keys() ?? [])].filter((name) => name.startsWith('list-'))).toEqual([])
})

test('sends a calendar file as a part of the message and as an attachment', async () => {
  const server = await closeAfterTest(startSmtpServer())
  const calendar = 'BEGIN:VCALENDAR\r\nMETHOD:PUBLISH\r\nEND:VCALENDAR\r\n'
  await smtpEmail({ url: server.url, from: FROM }).send({ ...MAIL, calendar })
  const raw = server.received[0]?.raw ?? ''
  expect(raw).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=PUBLISH\r$/m)
  expect(raw).toMatch(/^Content-Type: application\/ics; name=tee-time\.ics\r$/m)
  expect(raw).toContain('Three of four.')
  expect(raw).toContain('<p>Three of four.</p>')
})

test('keeps the Message-ID for a retry and uses a new one for another email', async () => {
  const server = await closeAfterTest(startSmtpServer())
  const email = smtpEmail({ url: server.url, from: FROM })
  await email.send(MAIL)
  await email.send(MAIL)
  await email.send({ ...MAIL, key: 'tell_creator:7:5' })
  await email.send({ ...MAIL, to: 'bob@club.example' })
  const ids = server.received.map(({ headers }) => headers.get('message-id'))
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(3)
})

test('does not let a subject with line breaks start a new header', async () => {
  const server = await closeAfterTest(startSmtpServer())
  await smtpEmail({ url: server.url, from: FROM }).send({
    ...MAIL,
    subject: 'Golf\r\nBcc: eve@evil.example\r\n\r\n<script>',
  })
  const [mail] = server.received
  expect(mail?.to).toEqual(['ann@club.example'])
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.headers.has('message-id')).toBe(true)
})

test.each([
  'ann@club.example, eve@evil.example',
  'ann@club.example\r\nRCPT TO:<eve@evil.example>',
  'ann@club.example> <eve@evil.example',
  'Eve <eve@evil.example>',
  'nobody',
  '',
])('refuses the invalid address %j without connecting', async (to) => {
  const server = await closeAfterTest(startSmtpServer())
  expect(await sendAndCatch(server.url, { mail: { ...MAIL, to } })).toBeInstanceOf(MailRefused)
  expect(server.connectionCount()).toBe(0)
})

test('fails when nothing listens on the port', async () => {
  const error = await sendAndCatch(await unusedUrl())
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(MailRefused)
})

test('gives up on a server that never greets', async () => {
  expect(SMTP_LIMITS.connectMs).toBe(3_000)
  const server = await closeAfterTest(startMuteServer())
  const failure = await sendAndCatch(server.url, { limits: SHORT_LIMITS })
  expect(failure).toMatchObject({ code: 'ETIMEDOUT' })
})

test('gives up on a server that goes silent during the email', async () => {
  const server = await closeAfterTest(startSmtpServer({ onData: (stream) => stream.resume() }))
  expect(await sendAndCatch(server.url, { limits: SHORT_LIMITS })).toBeInstanceOf(Error)
})

test('gives up on a server that takes too long over an email', async () => {
  const server = await closeAfterTest(
    startSmtpServer({ onRcptTo: (_address, _session, done) => setTimeout(done, 250) }),
  )
  const email = smtpEmail({ url: server.url, from: FROM, limits: { ...SHORT_LIMITS, callMs: 100 } })
  await expect(email.send(MAIL)).rejects.toThrow()
  expect(server.received).toHaveLength(0)
})

test.each([
  [550, '5.1.1 No such user'],
  [550, '5.2.1 Mailbox is switched off'],
])('treats %d %s as an address that accepts no email', async (code, message) => {
  const server = await closeAfterTest(startRefusingServer(code, message))
  expect(await sendAndCatch(server.url)).toBeInstanceOf(MailRefused)
})

test.each([
  [450, '4.2.1 Greylisted, come back later'],
  [452, '4.2.2 Mailbox is full'],
  [550, '5.7.1 Relaying denied'],
  [550, 'No enhanced code'],
])('retries after %d %s', async (code, message) => {
  const server = await closeAfterTest(startRefusingServer(code, message))
  const error = await sendAndCatch(server.url)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(MailRefused)
})

test('pauses sending while the server keeps failing, then tries again', async () => {
  // Freeze only Date, so that the pause ends when the test moves the time, however slow the responses are.
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  let isWorking = false
  const server = await closeAfterTest(
    startSmtpServer({
      onMailFrom: (_address, _session, done) =>
        isWorking ? done() : done(refusal(451, '4.3.0 Not now')),
    }),
  )
  const causes: string[] = []
  const email = smtpEmail({
    url: server.url,
    from: FROM,
    limits: { ...SMTP_LIMITS, pauseMs: 30_000 },
    onPause: (cause) => causes.push(cause),
  })
  for (let turn = 0; turn < 8; turn++) await expect(email.send(MAIL)).rejects.toThrow()
  expect(server.connectionCount()).toBe(SMTP_LIMITS.failuresToPause)
  expect(causes).toHaveLength(1)
  isWorking = true
  vi.setSystemTime(30_000)
  await email.send(MAIL)
  expect(server.received).toHaveLength(1)
})

test('does not pause sending because of bad addresses', async () => {
  const server = await closeAfterTest(
    startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        address === 'dead@club.example' ? done(refusal(550, '5.1.1 No such user')) : done(),
    }),
  )
  const email = smtpEmail({ url: server.url, from: FROM })
  for (let turn = 0; turn < 6; turn++) {
    await expect(email.send({ ...MAIL, to: 'dead@club.example' })).rejects.toThrow(MailRefused)
  }
  await email.send(MAIL)
  expect(server.received).toHaveLength(1)
})

describe('a server on another machine', () => {
  const TLS_OPTIONS = { ...TEST_CERTIFICATE, disabledCommands: [] }
  const { cert: ca } = TEST_CERTIFICATE
  const send = (url: string, more: object = {}) =>
    smtpEmail({ url, from: FROM, requireTls: true, ...more }).send(MAIL)

  test('gets no email without TLS', async () => {
    const server = await closeAfterTest(startSmtpServer())
    await expect(send(server.url)).rejects.toThrow()
    expect(server.received).toHaveLength(0)
    // If TLS is not required, as for a mail server on this machine, the same server gets the email.
    await smtpEmail({ url: server.url, from: FROM }).send(MAIL)
    expect(server.received).toHaveLength(1)
  })

  test('gets no email if its certificate is not trusted', async () => {
    const server = await closeAfterTest(startSmtpServer(TLS_OPTIONS))
    await expect(send(server.url)).rejects.toThrow(/self-signed certificate/)
    expect(server.received).toHaveLength(0)
  })

  test('gets email over STARTTLS if its certificate is valid', async () => {
    let wasSecure = false
    const server = await closeAfterTest(
      startSmtpServer({
        ...TLS_OPTIONS,
        onMailFrom(_address, session, done) {
          wasSecure = session.secure
          done()
        },
      }),
    )
    await send(server.url, { ca })
    expect([server.received.length, wasSecure]).toEqual([1, true])
  })

  test.each(['', '?ignoreTLS=true', '?requireTLS=false', '?tls.rejectUnauthorized=false'])(
    'gets no email over weaker TLS, whatever the query of its URL: %j',
    async (query) => {
      const plainServer = await closeAfterTest(startSmtpServer())
      await expect(send(`${plainServer.url}/${query}`)).rejects.toThrow()
      const untrustedServer = await closeAfterTest(startSmtpServer(TLS_OPTIONS))
      await expect(send(`${untrustedServer.url}/${query}`)).rejects.toThrow()
      expect([...plainServer.received, ...untrustedServer.received]).toEqual([])
    },
  )

  test('must have a valid certificate with smtps:// too', async () => {
    const server = await closeAfterTest(startSmtpServer({ ...TLS_OPTIONS, secure: true }))
    const url = server.url.replace('smtp:', 'smtps:')
    await expect(send(url)).rejects.toThrow(/self-signed certificate/)
    await send(url, { ca })
    expect(server.received).toHaveLength(1)
  })

  test.each([
    ['smtp://mail.golf.example:587', false],
    ['smtp://user:secret@192.0.2.1', false],
    ['smtp://localhost.golf.example', false],
    ['smtps://[2001:db8::1]', false],
    ['smtp://localhost:25', true],
    ['smtp://127.0.0.1:2525', true],
    ['smtp://[::1]:25', true],
  ])('is told apart from one on this machine: %s', (url, expected) => {
    expect(isOnThisMachine(url)).toBe(expected)
  })
})
