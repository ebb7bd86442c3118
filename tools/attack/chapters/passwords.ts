import { factories } from '../../../server/system-tests/testing/factories.ts'
import { tokensTo } from '../../../server/system-tests/testing/mailbox.ts'
import type { Chapter } from '../attack-target.ts'

const TRIES = 80
const ACCOUNTS = 60
const PASSWORD = 'Fairway-and-rough-7'

export const PASSWORDS: Chapter = {
  name: 'passwords',
  async run(target) {
    const testApp = await target.startApp({
      at: new Date().toISOString(),
      env: { RATE_LIMIT: 'on', TRUST_PROXY: '1' },
    })
    const make = factories(testApp.ctx)
    const logIn = (email: string, password: string, ipAddress: string) =>
      testApp.phone().send('/api/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ipAddress },
        body: JSON.stringify({ email, password }),
      })

    await target.attack('guess the password of one account from 80 networks', async (count) => {
      const { email } = await make.golfer({ password: PASSWORD })
      let checkedGuesses = 0
      for (let n = 0; n < TRIES; n += 1) {
        const { status } = await logIn(email, `guess-number-${n}`, `203.0.${n}.7`)
        count.tries += 1
        if (status !== 429) checkedGuesses += 1
      }
      return checkedGuesses > TRIES / 2
        ? `${checkedGuesses} of ${TRIES} guesses were tried`
        : undefined
    })

    await target.attack('lock a golfer out permanently', async (count) => {
      const { email } = await make.golfer({ password: PASSWORD })
      for (let n = 0; n < 12; n += 1) await logIn(email, `guess-number-${n}`, `198.51.${n}.7`)
      testApp.clock.moveBy(60 * 60_000)
      count.tries += 13
      const { status, text } = await logIn(email, PASSWORD, '192.0.2.1')
      return status === 200 ? undefined : `an hour later the golfer gets ${status} ${text}`
    })

    await target.attack('spray one password over 60 accounts from one network', async (count) => {
      let checkedGuesses = 0
      for (let n = 0; n < ACCOUNTS; n += 1) {
        const { email } = await make.golfer({ password: PASSWORD })
        const { status } = await logIn(email, 'Spring2026!', '203.0.113.77')
        count.tries += 1
        if (status !== 429) checkedGuesses += 1
      }
      return checkedGuesses > ACCOUNTS / 2
        ? `${checkedGuesses} of ${ACCOUNTS} were tried`
        : undefined
    })

    await target.attack('set a very common password', async (count) => {
      const { email } = await make.golfer({ password: PASSWORD })
      await testApp.phone().post('/api/auth/forgot-password', { email })
      const token = (await tokensTo(testApp, email)).at(-1)
      for (const password of ['123456', 'password', 'qwerty', '111111', 'iloveyou']) {
        const { status } = await testApp.phone().post(`/api/auth/welcome/${token}`, { password })
        count.tries += 1
        if (status !== 400) return `${password} got ${status}`
      }
      return undefined
    })
  },
}
