import { setTimeout as sleep } from 'node:timers/promises'
import {
  startSmtpServer,
  unusedUrl,
} from '../../../server/providers/email/testing/smtp-stand-in.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { Chapter } from '../attack-target.ts'

const SLOW_RESPONSE_MS = 15_000
const SLOW_MAILS = 40
const MAX_DELIVERY_MS = 10_000
const SLOW_DOMAIN = '@slow.example'

export const MAIL: Chapter = {
  name: 'mail',
  async run(target) {
    const testApp = await target.startApp({ at: new Date().toISOString() })
    const make = factories(testApp.ctx)
    const smtp = await startSmtpServer({
      onRcptTo(address, _session, done) {
        setTimeout(done, address.address.endsWith(SLOW_DOMAIN) ? SLOW_RESPONSE_MS : 0)
      },
    })
    target.onClose(() => smtp.close())
    const env = {
      DATABASE_URL: testApp.databaseUrl,
      MAIL_FROM: 'tee@golf.example',
      PUBLIC_URL: 'http://localhost:5000',
    }

    await target.attack('delay a password email with 40 emails to a slow server', async (count) => {
      const server = await target.startServer({ ...env, SMTP_URL: smtp.url })
      const group = await make.group()
      for (let n = 0; n < SLOW_MAILS; n += 1) {
        const golfer = await make.golfer({ email: `slow-${n}${SLOW_DOMAIN}` })
        await make.member(group, { golfer })
      }
      await make.teeTime(group)
      const { email } = await make.golfer({ password: 'Fairway-and-rough-7' })
      await sleep(3_000)
      await server.phone().post('/api/auth/forgot-password', { email })
      count.tries += SLOW_MAILS
      const start = performance.now()
      while (performance.now() - start < 60_000) {
        if (smtp.received.some(({ to }) => to.includes(email))) {
          const seconds = (performance.now() - start) / 1_000
          return seconds * 1_000 > MAX_DELIVERY_MS
            ? `it took ${seconds.toFixed(1)} seconds`
            : undefined
        }
        await sleep(200)
      }
      return 'it did not arrive within a minute'
    })

    await target.attack('use the app while the mail server is down', async (count) => {
      const server = await target.startServer({ ...env, SMTP_URL: await unusedUrl() })
      const { email } = await make.golfer({ password: 'Fairway-and-rough-7' })
      for (let n = 0; n < 10; n += 1) {
        const start = performance.now()
        const { status } = await server.phone().post('/api/auth/forgot-password', { email })
        count.tries += 1
        const elapsedMs = performance.now() - start
        if (status !== 200) return `requesting a link got ${status}`
        if (elapsedMs > 3_000) return `requesting a link took ${Math.round(elapsedMs)} ms`
      }
      return (await server.phone().get('/readyz')).status === 200
        ? undefined
        : 'the app is not ready'
    })
  },
}
