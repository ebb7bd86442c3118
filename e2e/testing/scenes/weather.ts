import type { Page } from '@playwright/test'
import { demoOwner, demoPath, type Scene, waitForCards } from '../scene.ts'
import { openDetails } from '../screen-parts.ts'

const fakeDusk = async (page: Page) => {
  await page.route('**/api/daylight?*', (route) => route.fulfill({ json: { sunset: '16:46' } }))
  await page.route('**/tee-times', async (route) => {
    const answer = await route.fetch()
    const list: object[] = await answer.json()
    await route.fulfill({ json: list.map((card) => ({ ...card, time: '13:10' })) })
  })
}

export const weatherScenes: readonly Scene[] = [
  {
    name: 'daylight',
    as: demoOwner,
    at: demoPath,
    before: fakeDusk,
    async arrive(page) {
      await waitForCards(page)
      await openDetails(page.getByRole('article').first())
      await page.getByText('Sunset at 4:46 PM').first().waitFor()
    },
  },
]
