import type { Page } from '@playwright/test'
import { demo, member, type Scene } from '../scene.ts'

interface Card {
  readonly creatorId: number
  readonly participants: readonly { id: number; name: string }[]
}

/** As if the first card of the golfer's own were of this morning, an hour before tee-off. */
const soon = (page: Page) =>
  page.route('**/tee-times', async (route) => {
    const answer = await route.fetch()
    const list: Card[] = await answer.json()
    const mine = list.find(({ participants }) => participants.length > 1)
    const startsAt = new Date(Date.now() + 3_600_000)
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Edmonton' }).format()
    const card = { ...mine, startsAt: startsAt.toISOString(), date, time: '08:12' }
    await route.fulfill({ json: [card, ...list.filter((one) => one !== mine)] })
  })

export const delayScenes: readonly Scene[] = [
  {
    name: 'delay-dialog',
    as: member,
    at: demo,
    before: soon,
    async arrive(page) {
      await page.getByRole('button', { name: 'Late, or frost?' }).first().click()
      await page.getByRole('dialog', { name: 'Late, or Frost' }).waitFor()
    },
  },
]
