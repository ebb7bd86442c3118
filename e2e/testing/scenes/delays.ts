import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene } from '../scene.ts'

const fakeTeeOffSoon = (page: Page) =>
  page.route('**/tee-times', async (route) => {
    const answer = await route.fetch()
    const list: object[] = await answer.json()
    const startsAt = new Date(Date.now() + 3_600_000).toISOString()
    const date = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Edmonton' }).format()
    await route.fulfill({ json: list.map((card) => ({ ...card, startsAt, date, time: '08:12' })) })
  })

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Running Late or Frost Delay?' }).first().click()
  await page.getByRole('dialog', { name: 'Running Late or Frost Delay' }).waitFor()
}

export const delayScenes: readonly Scene[] = [
  {
    name: 'delay-dialog',
    as: demoOwner,
    at: demoPath,
    before: fakeTeeOffSoon,
    arrive: openDialog,
  },
  {
    name: 'delay-question',
    as: demoOwner,
    at: demoPath,
    before: fakeTeeOffSoon,
    async arrive(page) {
      await openDialog(page)
      await page.getByRole('button', { name: 'Delay by 45 Min' }).click()
      await page.getByRole('button', { name: 'Keep Times' }).waitFor()
    },
  },
]
