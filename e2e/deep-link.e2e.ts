import { DEMO_GOLFERS } from '../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'
import { signIn } from './testing/screen-parts.ts'

const [{ email }] = DEMO_GOLFERS

test('shows the login at the URL of a group, then opens the group', async ({ phones }) => {
  const page = await phones.open({ at: `/${DEMO_SLUG}` })
  await expect(page.getByRole('heading', { name: 'Demo Saturday' })).toBeVisible()
  await expect(page).toHaveTitle(/Demo Saturday/)
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)

  await signIn(page, email, DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Saturday Morning Golf' })).toBeVisible()
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)
  expect(await page.evaluate(() => localStorage.getItem('loginRedirect'))).toBeNull()
})

test("leads from a link inside a group to the group's main page after login", {
  tag: '@thorough',
}, async ({ phones }) => {
  const page = await phones.open({ at: `/${DEMO_SLUG}/members` })
  await expect(page.getByRole('heading', { name: 'Demo Saturday' })).toBeVisible()
  await expect(page).toHaveURL(`/${DEMO_SLUG}/members`)
  const storedRedirect = () => page.evaluate(() => localStorage.getItem('loginRedirect'))
  await expect.poll(storedRedirect).toBe(`/${DEMO_SLUG}`)

  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)
})

test('follows the redirect in the URL after login', { tag: '@thorough' }, async ({ phones }) => {
  const page = await phones.open({ at: `/login?redirect=${encodeURIComponent('/profile?tab=1')}` })
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`/${DEMO_SLUG}/profile`)
})

const HOSTILE_REDIRECTS = [
  '//evil.example',
  '///evil.example/phish',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'https://evil.example',
  'https:evil.example',
  'data:text/html,<script>alert(1)</script>',
]

test('never redirects to another site after login', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const page = await phones.open()
  const dialogMessages: string[] = []
  page.on('dialog', (dialog) => {
    dialogMessages.push(dialog.message())
    void dialog.dismiss()
  })
  for (const target of HOSTILE_REDIRECTS) {
    await test.step(JSON.stringify(target), async () => {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      await signIn(page, email, DEMO_PASSWORD)
      await expect(page).toHaveURL(`${testServer.server.url}/dashboard`)
      await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
      await page.evaluate(() => localStorage.clear())
    })
  }
  expect(dialogMessages).toEqual([])
})

test('ignores a stored redirect to another site', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const page = await phones.open({ at: '/login' })
  await page.evaluate(() => localStorage.setItem('loginRedirect', '//evil.example'))
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`${testServer.server.url}/dashboard`)
})
