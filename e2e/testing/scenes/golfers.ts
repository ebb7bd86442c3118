import { demo, heading, member, type Scene } from '../scene.ts'

export const golferScenes: readonly Scene[] = [
  { name: 'profile', as: member, at: `${demo}/profile`, arrive: heading('Morgan Reid') },
  {
    name: 'phone-edit',
    as: member,
    at: `${demo}/profile`,
    async arrive(page) {
      await page.getByRole('button', { name: 'Edit phone' }).click()
      await page.getByLabel('Phone number').fill('')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Phone number is required').waitFor()
    },
  },
  {
    name: 'long-names-profile',
    as: ({ long }) => long.owner,
    at: ({ long }) => `/${long.slug}/profile`,
    arrive: (page) => page.getByText('The Honourable Company').waitFor(),
  },
]
