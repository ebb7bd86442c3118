import { factories } from '../../../server/system-tests/testing/factories.ts'
import type { Chapter } from '../attack-target.ts'

export const TOO_LATE: Chapter = {
  name: 'too-late',
  async run(target) {
    const testApp = await target.startApp({ at: '2026-06-01T18:00:00Z' })
    const make = factories(testApp.ctx)
    const group = await make.group()
    const bob = await make.member(group)
    const ownerPhone = testApp.phone(group.owner.session)

    await target.attack('cancel, edit and claim after tee-off', async (count) => {
      const card = await make.teeTime(group, { date: '2026-06-02', players: [bob] })
      testApp.clock.moveTo('2026-06-02T16:00:00Z')
      const calls: [string, () => Promise<{ status: number }>][] = [
        ['cancelling', () => ownerPhone.delete(`/api/tee-times/${card.id}`)],
        [
          'editing',
          () => ownerPhone.put(`/api/tee-times/${card.id}`, { course: 'X', version: card.version }),
        ],
        ['claiming', () => ownerPhone.post(`/api/tee-times/${card.id}/claim`, {})],
      ]
      for (const [name, call] of calls) {
        const { status } = await call()
        count.tries += 1
        if (status < 400) return `${name} got ${status}`
      }
      return undefined
    })

    await target.attack('stay on the waiting list of a canceled tee time', async (count) => {
      const card = await make.teeTime(group, {
        date: '2026-06-06',
        maxPlayers: 1,
        players: [group.owner],
      })
      await testApp.phone(bob.session).post(`/api/tee-times/${card.id}/wait`, {})
      await ownerPhone.delete(`/api/tee-times/${card.id}`)
      await testApp.runJobs()
      count.tries += 1
      const { body } = await testApp.phone(bob.session).get('/api/my-lines')
      return JSON.stringify(body).includes(`:${card.id},`)
        ? 'its waiting list is still shown'
        : undefined
    })
  },
}
