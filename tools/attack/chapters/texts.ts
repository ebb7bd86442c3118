import { texting } from '../../../server/messaging/text-commands/testing/texting.ts'
import { startTwilio } from '../../../server/providers/texts/testing/twilio-stand-in.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import { emailsTo } from '../../../server/system-tests/testing/mailbox.ts'
import type { Chapter } from '../attack-target.ts'

const NOON_IN_CALGARY = '2026-06-01T18:00:00Z'
const IN_QUIET_HOURS = '2026-06-02T04:30:00Z'
const MINUTE = 60_000

export const TEXTS: Chapter = {
  name: 'texts',
  async run(target) {
    const twilio = await startTwilio()
    target.onClose(() => twilio.close())
    const testApp = await target.startApp({
      at: NOON_IN_CALGARY,
      env: { ...twilio.env, PUBLIC_URL: 'https://golf.example' },
    })
    const make = factories(testApp.ctx)
    const phones = texting(testApp)
    const makeScene = async (teeTimeCount: number) => {
      const group = await make.group()
      const bob = await make.member(group)
      const number = await phones.givePhone(bob)
      const teeTimes = []
      for (let n = 0; n < teeTimeCount; n += 1)
        teeTimes.push(await make.teeTime(group, { players: [bob] }))
      return { group, bob, number, cards: teeTimes }
    }

    await target.attack(
      'reply with a digit hours after a list of rounds to leave',
      async (count) => {
        for (const waitMs of [11 * MINUTE, 3 * 60 * MINUTE]) {
          testApp.clock.moveTo(NOON_IN_CALGARY)
          const { bob, number, cards } = await makeScene(3)
          await phones.text(number, 'OUT')
          testApp.clock.moveBy(waitMs)
          await phones.text(number, '2')
          count.tries += 1
          for (const { id } of cards) {
            if (!(await phones.playersOf(id)).includes(bob.id))
              return `dropped after ${waitMs / MINUTE} min`
          }
        }
        return undefined
      },
    )

    await target.attack('reply with a second digit to one list', async (count) => {
      testApp.clock.moveTo(NOON_IN_CALGARY)
      const { bob, number, cards } = await makeScene(3)
      await phones.text(number, 'OUT')
      await phones.text(number, '1')
      await phones.text(number, '1')
      await phones.text(number, '2')
      count.tries += 3
      const stillPlaying = []
      for (const { id } of cards)
        if ((await phones.playersOf(id)).includes(bob.id)) stillPlaying.push(id)
      return stillPlaying.length === 2 ? undefined : `${stillPlaying.length} of 3 rounds are left`
    })

    await target.attack('send STOP while a cancellation waits for the morning', async (count) => {
      testApp.clock.moveTo(IN_QUIET_HOURS)
      const { group, bob, number, cards } = await makeScene(1)
      await testApp.phone(group.owner.session).delete(`/api/tee-times/${cards[0]?.id}`)
      await testApp.runJobs()
      await phones.text(number, 'STOP')
      testApp.clock.moveTo('2026-06-02T15:00:00Z')
      count.tries += 1
      const mails = await emailsTo(testApp, bob.email)
      return mails.some(({ subject }) => /cancel/i.test(subject))
        ? undefined
        : `no email mentions it: ${mails.map(({ subject }) => subject).join(', ')}`
    })

    await target.attack('send STOP and START after twenty texts in an hour', async (count) => {
      testApp.clock.moveTo(NOON_IN_CALGARY)
      const { bob, number } = await makeScene(1)
      for (let n = 0; n < 25; n += 1) await phones.text(number, 'LIST')
      const stopReply = await phones.text(number, 'STOP')
      const readConsentTime = async () =>
        (
          await testApp.ctx.db.$client.query(
            'select text_consent_at as at from golfers where id = $1',
            [bob.id],
          )
        ).rows[0]?.at
      count.tries += 27
      if ((await readConsentTime()) !== null) return 'STOP has no effect'
      const startReply = await phones.text(number, 'START')
      if ((await readConsentTime()) === null) return 'START has no effect'
      if (stopReply === undefined || startReply === undefined) return 'they are not confirmed'
      return undefined
    })
  },
}
