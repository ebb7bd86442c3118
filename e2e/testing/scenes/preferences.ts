import type { Page } from '@playwright/test'
import type { Preferences } from '../../../contract/preferences.ts'
import { demoOwner, demoPath, type Scene, waitForHeading } from '../scene.ts'

const profilePath = `${demoPath}/profile`
const LINK_PATH = `/unsubscribe/${'0'.repeat(32)}`

const fakeTextSettings = (texts: Partial<Preferences['texts']>) => (page: Page) =>
  page.route('**/api/my-preferences', async (route) => {
    const response = await route.fetch()
    const stored = (await response.json()) as Preferences
    await route.fulfill({ response, json: { ...stored, texts: { ...stored.texts, ...texts } } })
  })

async function openChoices(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Choose Messages' }).click()
  await page.getByRole('dialog', { name: 'Choose Messages' }).waitFor()
}

export const preferenceScenes: readonly Scene[] = [
  {
    name: 'texts-not-ticked',
    as: demoOwner,
    at: profilePath,
    before: fakeTextSettings({ status: 'none' }),
    async arrive(page) {
      await page.getByRole('button', { name: /^Get Texts at/ }).click()
      await page.getByText('Check the box to get texts').waitFor()
    },
  },
  {
    name: 'texts-stopped',
    as: demoOwner,
    at: profilePath,
    before: fakeTextSettings({ status: 'stopped', from: '+15875550100' }),
    arrive: (page) => page.getByText(/text START from/).waitFor(),
  },
  {
    name: 'choose-messages-unfolded',
    as: ({ longNamesGroup }) => longNamesGroup.owner,
    at: ({ longNamesGroup }) => `/${longNamesGroup.slug}/profile`,
    async arrive(page) {
      await openChoices(page)
      await page.getByText('Quiet Hours', { exact: true }).click()
      await page.getByText('Muted Groups', { exact: true }).click()
      await page.getByLabel('From', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Enter a time').waitFor()
    },
  },
  {
    name: 'unsubscribe',
    at: `${LINK_PATH}/posted`,
    before: (page) =>
      page.route('**/api/unsubscribe/**', (route) => route.fulfill({ json: { channel: 'email' } })),
    arrive: (page) => page.getByRole('button', { name: 'Turn Off' }).waitFor(),
  },
  {
    name: 'unsubscribed',
    at: `${LINK_PATH}/group`,
    before: (page) =>
      page.route('**/api/unsubscribe/**', (route) => route.fulfill({ json: { channel: 'off' } })),
    arrive: (page) => page.getByText('These are off.').waitFor(),
  },
  {
    name: 'unsubscribe-dead-link',
    at: `${LINK_PATH}/posted`,
    arrive: waitForHeading("This link doesn't work"),
  },
]
