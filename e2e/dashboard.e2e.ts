import type { Page } from '@playwright/test'
import { instantAt } from '../server/platform/clock.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, playersOn, toastsOn } from './testing/screen-parts.ts'
import { GROUP_TIME_ZONE } from './testing/test-server.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const roundAt = (page: Page, course: string) =>
  part(page, 'My Upcoming Rounds').getByRole('link', { name: course })

test('claims a spot from the dashboard and shows it live on other phones', {
  tag: '@thorough',
}, async ({ testServer: { make, server }, phones }) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const ben = await make.golfer({ name: 'Ben Adams' })
  const friends = await make.group({ name: 'Fairway Friends', owner: anna })
  const twilight = await make.group({ name: 'Twilight League', owner: ben })
  await make.member(friends, { golfer: ben })
  await make.member(twilight, { golfer: anna })
  await make.teeTime(friends, { course: 'Inglewood', date: dateIn(9), players: [anna, ben] })
  await make.teeTime(friends, { course: 'Banff', date: dateIn(1), players: [ben] })
  const teeTimeWithLastSpot = await make.teeTime(twilight, {
    course: 'Lakeview',
    date: dateIn(2),
    maxPlayers: 2,
    players: [ben],
  })
  const annasPage = await phones.open({ as: anna, at: '/dashboard' })
  const bensPage = await phones.open({ as: ben, at: `/${friends.slug}` })

  await test.step('shows rounds and open spots of both groups', async () => {
    await expect(roundAt(annasPage, 'Inglewood')).toContainText('With Ben Adams')
    const spots = part(annasPage, 'Open Spots').getByRole('article')
    await expect(spots).toHaveCount(2)
    await expect(spots.nth(0)).toContainText('Fairway Friends')
    await expect(spots.nth(1)).toContainText('Twilight League')
    await expect(part(annasPage, 'My Groups').getByRole('listitem')).toHaveText([
      /Fairway Friends.*Owned by you/,
      /Twilight League.*Owned by Ben Adams/,
    ])
  })

  await test.step('a claim turns the spot into a round and keeps the focus on it', async () => {
    await cardOf(annasPage, 'Banff').getByRole('button', { name: 'Claim Spot' }).click()
    await expectToast(
      annasPage,
      'Spot Claimed!',
      "You've successfully claimed a spot in this tee time.",
    )
    await expect(roundAt(annasPage, 'Banff')).toBeFocused()
    await expect(part(annasPage, 'My Upcoming Rounds').getByRole('listitem')).toHaveText([
      /Banff/,
      /Inglewood/,
    ])
    await expect(cardOf(annasPage, 'Banff')).toHaveCount(0)
    await expect(playersOn(cardOf(bensPage, 'Banff'))).toHaveText(['Ben Adams', 'Anna Berg'])
  })

  await test.step('changes by others appear: a release, a claim, a new tee time', async () => {
    await expect(roundAt(annasPage, 'Banff')).toContainText('With Ben Adams')
    await cardOf(bensPage, 'Banff').getByRole('button', { name: 'Leave Spot' }).click()
    await expect(roundAt(annasPage, 'Banff')).toContainText('No one else yet')
    await make.teeTime(friends, { course: 'Confederation Park', date: dateIn(3), creator: ben })
    await expect(cardOf(annasPage, 'Confederation Park')).toContainText('4 open')
    await cardOf(bensPage, 'Confederation Park').getByRole('button', { name: 'Claim Spot' }).click()
    await expect(cardOf(annasPage, 'Confederation Park')).toContainText('3 open')
  })

  await test.step('a golfer who is too late for the last spot gets a message', async () => {
    const cleo = await make.member(twilight, { name: 'Cleo Vance' })
    let isClaimed = false
    await annasPage.route('**/claim', async (route) => {
      isClaimed = true
      await server.phone(cleo.session).post(`/api/tee-times/${teeTimeWithLastSpot.id}/claim`, {})
      await route.continue()
    })
    const claimButton = cardOf(annasPage, 'Lakeview').getByRole('button', { name: 'Claim Spot' })
    // For a moment after the list has moved, its rows ignore taps.
    await expect(async () => {
      if (!isClaimed) await claimButton.click({ timeout: 1_000 })
      expect(isClaimed).toBe(true)
    }).toPass()
    await expectToast(
      annasPage,
      'Failed to Claim Spot',
      'This tee time is full. You can join the waiting list.',
    )
    await expect(cardOf(annasPage, 'Lakeview')).toHaveCount(0)
    await expect(roundAt(annasPage, 'Lakeview')).toHaveCount(0)
  })

  await roundAt(annasPage, 'Banff').click()
  await expect(annasPage).toHaveURL(`/${friends.slug}`)
  await annasPage.getByRole('link', { name: 'My Golf' }).click()
  await expect(annasPage).toHaveURL('/dashboard')
})

test("starts a new day at midnight in the group's time zone", { tag: '@thorough' }, async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const ben = await make.member(group, { name: 'Ben Adams' })
  const tomorrow = dateIn(1)
  await make.teeTime(group, { course: 'Banff', date: tomorrow, players: [ben] })
  await make.teeTime(group, { course: 'Lakeview', date: tomorrow })
  phones.tolerate(/ERR_FAILED/)
  const page = await phones.open({ as: ben })
  // Block the live stream, because it would also refetch the lists.
  await page.route('**/api/live', (route) => route.abort())
  await page.clock.install()
  await page.goto('/dashboard')
  await expect(part(page, 'Next 7 Days').getByRole('article')).toContainText('Lakeview')
  await expect(roundAt(page, 'Banff')).not.toContainText('Today')

  const midnight = instantAt(tomorrow, '00:00', GROUP_TIME_ZONE).getTime()
  const refetched = page.waitForRequest('**/api/my-tee-times')
  await page.clock.fastForward(midnight + 1_000 - Date.now())
  await refetched
  await expect(part(page, 'Today').getByRole('article')).toContainText('Lakeview')
  await expect(roundAt(page, 'Banff')).toContainText('Today')
})

test('shows the owner how to pay, and does not take a URL with a success message for a payment', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const expiryDate = new Date(Date.now() + 6.5 * 86_400_000)
  const group = await make.group({ name: 'Early Birdies', expiryDate })
  const page = await phones.open({ as: group.owner, at: '/subscribe' })
  await expect(page.getByText('7 days left in the trial')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $39.95 for 6 months' })).toBeVisible()
  await expect(toastsOn(page)).toHaveCount(0)

  await page.goto(`/${group.slug}?payment=success`)
  await expect(toastsOn(page).getByText('Payment Successful', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`/${group.slug}`)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
  await expect(page.getByText('Trial expires in 7 days')).toBeVisible()
  await expect(toastsOn(page)).toHaveCount(0)
})
