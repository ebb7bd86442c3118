import { texting } from '../../../server/messaging/text-commands/testing/texting.ts'
import { factories } from '../../../server/system-tests/testing/factories.ts'
import { emailsTo } from '../../../server/system-tests/testing/mailbox.ts'
import type { Chapter } from '../attack-target.ts'

const NOON_IN_CALGARY = '2026-06-01T18:00:00Z'
const ATTACKER_NUMBER = '+14035550142'
const SIGNUPS = 30
const HOUR = 3_600_000
const DAY = 24 * HOUR

export const IDENTITY: Chapter = {
  name: 'identity',
  async run(target) {
    const testApp = await target.startApp({ at: NOON_IN_CALGARY })
    const make = factories(testApp.ctx)
    const phones = texting(testApp)
    const signUp = (n: number, adminEmail: string) =>
      testApp.phone().post('/api/trial/signup', {
        groupName: `Trap ${n}`,
        slug: `trap-${n}-${target.random.below(1e9)}`,
        adminName: 'Mallory',
        adminEmail,
        adminPhone: '403-555-0142',
      })
    const tokensMailedTo = async (address: string) =>
      (await emailsTo(testApp, address)).flatMap(
        ({ body }) => /\/welcome\/([\w-]+)$/m.exec(body)?.[1] ?? [],
      )
    const countGroups = async (): Promise<number> =>
      (await testApp.ctx.db.$client.query('select count(*)::int as n from groups')).rows[0].n

    await target.attack(
      "sign up with someone else's email address and your own phone, then claim by text",
      async (count) => {
        const email = 'victim@club.example'
        await signUp(1, email)
        const group = await make.group()
        const card = await make.teeTime(group)
        await testApp.phone(group.owner.session).post(`/api/groups/${group.id}/members`, {
          name: 'Vic Tim',
          email,
          phone: '403-555-0111',
        })
        for (const token of await tokensMailedTo(email)) {
          await testApp.phone().post(`/api/auth/welcome/${token}`, {
            password: 'Fairway-and-rough-7',
            name: 'Vic Tim',
            phone: '403-555-0111',
          })
        }
        for (const body of ['START', 'YES', 'IN 1', `IN ${card.number}`, '1', 'LIST']) {
          const answer = (await phones.text(ATTACKER_NUMBER, body)) ?? ''
          count.tries += 1
          if (/You're in|open spots\. reply 1/i.test(answer))
            return `${body} got the reply: ${answer}`
        }
        const players = await phones.playersOf(card.id)
        return players.length > 0 ? 'a spot was claimed' : undefined
      },
    )

    await target.attack('find out whether an email has an account', async (count) => {
      const group = await make.group()
      const victim = await make.golfer({ name: 'Real Name', email: 'target@club.example' })
      const addMember = async (email: string) => {
        const answer = await testApp
          .phone(group.owner.session)
          .post(`/api/groups/${group.id}/members`, { name: 'Typed', email, phone: '403-555-0111' })
        count.tries += 1
        const text = answer.text
          .replaceAll(email, 'E')
          .replaceAll(/"(?:id|invitationId)":\d+|"\d{4}-[^"]*"/g, '')
        return `${answer.status} ${text}`
      }
      const knownAnswer = await addMember(victim.email)
      const unknownAnswer = await addMember('nobody@club.example')
      if (knownAnswer.includes('Real Name')) return `the response reveals the name: ${knownAnswer}`
      return knownAnswer === unknownAnswer
        ? undefined
        : `a known address got ${knownAnswer}, an unknown one ${unknownAnswer}`
    })

    await target.attack('add somebody to a group against their will', async (count) => {
      const group = await make.group()
      const victim = await make.golfer()
      const ownerPhone = testApp.phone(group.owner.session)
      for (let n = 0; n < 3; n += 1) {
        await ownerPhone.post(`/api/groups/${group.id}/members`, {
          name: 'Typed',
          email: victim.email,
          phone: '403-555-0111',
        })
        count.tries += 1
        const { status } = await testApp.phone(victim.session).get(`/api/groups/slug/${group.slug}`)
        if (status === 200) return 'they are a member without having agreed'
      }
      await ownerPhone.put(`/api/groups/${group.id}/transfer-ownership`, { newOwnerId: victim.id })
      await ownerPhone.patch(`/api/groups/${group.id}/owner`, { newOwnerId: victim.id })
      const { rows } = await testApp.ctx.db.$client.query(
        'select owner_id from groups where id = $1',
        [group.id],
      )
      return rows[0]?.owner_id === victim.id ? 'they own the group' : undefined
    })

    await target.attack('create groups with unverified email addresses', async (count) => {
      const groupsBefore = await countGroups()
      for (let n = 0; n < SIGNUPS; n += 1) {
        const { status } = await signUp(100 + n, `third-party-${n}@club.example`)
        count.tries += 1
        if (status >= 500) return `a signup got ${status}`
      }
      const createdCount = (await countGroups()) - groupsBefore
      return createdCount > 0 ? `${createdCount} groups were created` : undefined
    })

    await target.attack('use an old link to set a password', async (count) => {
      const { email } = await make.golfer({ password: 'Fairway-and-rough-7' })
      const requestLink = () => testApp.phone().post('/api/auth/forgot-password', { email })
      const setPasswordWith = (token: string | undefined) =>
        testApp.phone().post(`/api/auth/welcome/${token}`, { password: 'Stolen-bucket-of-balls-9' })
      await requestLink()
      await testApp.runJobs()
      testApp.clock.moveBy(10 * 60_000)
      await requestLink()
      const tokens = await tokensMailedTo(email)
      if (tokens.length < 2) return `only ${tokens.length} links were sent`
      count.tries += 2
      if ((await setPasswordWith(tokens[0])).status < 400) return 'an older link works'
      testApp.clock.moveBy(HOUR + 1)
      return (await setPasswordWith(tokens.at(-1))).status < 400
        ? 'a link works after an hour'
        : undefined
    })

    await target.attack('start a group a week after its signup', async (count) => {
      await signUp(900, 'late@club.example')
      const [token] = await tokensMailedTo('late@club.example')
      testApp.clock.moveBy(7 * DAY + 1)
      count.tries += 1
      const { status } = await testApp.phone().post(`/api/auth/welcome/${token}`, {
        password: 'Fairway-and-rough-7',
        name: 'Late Larry',
      })
      return status < 400 ? `the link got ${status}` : undefined
    })
  },
}
