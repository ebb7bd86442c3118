import { DEMO_GOLFERS } from '../tools/demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../tools/demo/seed-demo.ts'
import { expect, test } from './testing/journey.ts'
import { signIn } from './testing/screen-parts.ts'

const [{ email }] = DEMO_GOLFERS

test('a link to a group asks for the login in its place, and goes on to the group', async ({
  phones,
}) => {
  const page = await phones.open({ at: `/${DEMO_SLUG}` })
  await expect(page.getByRole('heading', { name: 'Demo Saturday' })).toBeVisible()
  await expect(page).toHaveTitle(/Demo Saturday/)
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)

  await signIn(page, email, DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Saturday Morning Golf' })).toBeVisible()
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)
  expect(await page.evaluate(() => localStorage.getItem('loginRedirect'))).toBeNull()
})

test('a link into a group leads to its root after the login', async ({ phones }) => {
  const page = await phones.open({ at: `/${DEMO_SLUG}/members` })
  await expect(page.getByRole('heading', { name: 'Demo Saturday' })).toBeVisible()
  await expect(page).toHaveURL(`/${DEMO_SLUG}/members`)
  const stored = () => page.evaluate(() => localStorage.getItem('loginRedirect'))
  await expect.poll(stored).toBe(`/${DEMO_SLUG}`)

  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`/${DEMO_SLUG}`)
})

test('the address may name where the login leads', async ({ phones }) => {
  const page = await phones.open({ at: `/login?redirect=${encodeURIComponent('/profile?tab=1')}` })
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`/${DEMO_SLUG}/profile`)
})

const ELSEWHERE = [
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

test('the login never leads to another site', { tag: '@thorough' }, async ({ house, phones }) => {
  const page = await phones.open()
  const seen: string[] = []
  page.on('dialog', (dialog) => {
    seen.push(dialog.message())
    void dialog.dismiss()
  })
  for (const target of ELSEWHERE) {
    await test.step(JSON.stringify(target), async () => {
      await page.goto(`/login?redirect=${encodeURIComponent(target)}`)
      await signIn(page, email, DEMO_PASSWORD)
      await expect(page).toHaveURL(`${house.server.url}/dashboard`)
      await expect(page.getByRole('heading', { name: 'My Groups' })).toBeVisible()
      await page.evaluate(() => localStorage.clear())
    })
  }
  expect(seen).toEqual([])
})

test('a stored redirect to another site is not followed either', { tag: '@thorough' }, async ({
  house,
  phones,
}) => {
  const page = await phones.open({ at: '/login' })
  await page.evaluate(() => localStorage.setItem('loginRedirect', '//evil.example'))
  await signIn(page, email, DEMO_PASSWORD)
  await expect(page).toHaveURL(`${house.server.url}/dashboard`)
})
