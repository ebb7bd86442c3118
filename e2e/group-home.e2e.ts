import type { Locator } from '@playwright/test'
import type { TestGolfer } from '../server/system-tests/testing/factories.ts'
import { expect, test } from './testing/journey.ts'
import { cardOf, dateIn, expectToast, openDetails, playersOn } from './testing/screen-parts.ts'

test('shows the next round first, then the days, with full rounds collapsed', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const ben = await make.member(group, { name: 'Ben Adams' })
  const { owner } = group
  await make.teeTime(group, {
    course: 'Full House',
    date: dateIn(0),
    time: '23:58',
    maxPlayers: 1,
    players: [owner],
  })
  await make.teeTime(group, { course: 'Canmore', date: dateIn(1), notes: 'Long.\n'.repeat(9) })
  await make.teeTime(group, { course: 'Banff & Co', date: dateIn(3), players: [owner, ben] })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })

  const nextRound = page.getByRole('region', { name: "You're playing" })
  await expect(nextRound.getByRole('article', { name: 'Banff & Co,' })).toBeVisible()
  await expect(nextRound.getByRole('link', { name: 'Directions' })).toHaveAttribute(
    'href',
    'https://www.google.com/maps/dir/?api=1&destination=Banff+%26+Co',
  )
  await expect(page.getByRole('article').first()).toContainText('Banff & Co')
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    /^You're playing on /,
    /^Today/,
    /^Tomorrow/,
  ])
  const claimButton = cardOf(page, 'Canmore').getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton, 'the first open tee time is whole').toBeInViewport({ ratio: 1 })

  const full = cardOf(page, 'Full House')
  await expect(full.getByRole('list', { name: 'Spots' })).toHaveCount(0)
  await full.getByRole('button', { name: 'Full House' }).click()
  await expect(playersOn(full)).toHaveCount(1)
  await expect(full.getByText('Posted by')).toBeVisible()
  const details = full.getByRole('button', { name: 'Details' })
  await expect(details).toBeFocused()
  await details.press('Enter')
  await expect(full.getByRole('button', { name: 'Full House' })).toBeFocused()

  await openDetails(nextRound)
  await expect(nextRound.getByText('Posted by')).toBeVisible()
  await expect(nextRound.getByRole('link', { name: 'Directions' })).toHaveCount(1)
  for (const words of ['Bring a Guest', 'Add to Calendar'])
    await expect(nextRound.getByText(words, { exact: true })).toBeVisible()
})

test('names the day once after a golfer leaves their next round', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const ben = await make.member(group)
  const round = { date: dateIn(1), time: '07:00', course: 'Lakeview', players: [ben] }
  await make.teeTime(group, round)
  await make.teeTime(group, { ...round, time: '09:00', course: 'Canmore', players: [] })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })
  const days = page.getByRole('heading', { level: 3 })
  await expect(days).toHaveText([/^You're playing tomorrow/, /^Tomorrow/])
  await cardOf(page, 'Lakeview').getByRole('button', { name: 'Leave Spot' }).click()
  await expect(days).toHaveText([/^Tomorrow/])
  await expect(page.getByRole('article').first()).toContainText('Lakeview')
})

test('keeps large text apart from the edges of the next round and of the button to post', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  await make.teeTime(group, { course: 'Lakeview', players: [group.owner] })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const topCard = page.locator('.top-card')
  const title = topCard.getByText("You're playing")
  const boxOf = async (element: Locator) => {
    const { x = 0, y = 0, width = 0 } = (await element.boundingBox()) ?? {}
    return { x, y, right: x + width }
  }
  for (const percent of [100, 120, 130, 150, 200]) {
    await page.locator('html').evaluate((html, size) => {
      html.style.fontSize = `${size}%`
    }, percent)
    const [titleBox, cardBox] = [await boxOf(title), await boxOf(topCard)]
    const titleTextY = await title.evaluate((heading) => {
      const range = document.createRange()
      range.selectNodeContents(heading)
      return range.getBoundingClientRect().y
    })
    expect(titleTextY - cardBox.y, `above the title at ${percent} %`).toBeGreaterThan(8)
    const iconBox = await boxOf(topCard.getByRole('link', { name: 'Directions' }).locator('svg'))
    if (iconBox.y > titleBox.y + 30) expect(iconBox.x, `at ${percent} %`).toBeCloseTo(titleBox.x, 0)
    const postButtonBox = await boxOf(page.getByRole('button', { name: 'Create New Tee Time' }))
    expect(postButtonBox.right, `the button at ${percent} %`).toBeLessThanOrEqual(cardBox.right + 1)
    const numberYs = await page
      .locator('header dd')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y))
    if (percent < 150) expect(new Set(numberYs).size, `numbers at ${percent} %`).toBe(1)
  }
})

test('shows an owner on trial the whole first open tee time, below the next round and a full tee time', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group({ expiryDate: new Date(Date.now() + 20 * 86_400_000) })
  const [ben, cat] = [await make.member(group), await make.member(group)]
  const { owner } = group
  const full = { maxPlayers: 2, players: [ben, cat] }
  await make.teeTime(group, { ...full, course: 'Full House', date: dateIn(0), time: '23:58' })
  await make.teeTime(group, { course: 'Canmore', date: dateIn(1) })
  await make.teeTime(group, { course: 'Banff & Co', date: dateIn(3), players: [owner] })
  const page = await phones.open({ as: owner, at: `/${group.slug}` })
  await expect(page.getByRole('region', { name: 'Trial' })).toBeVisible()
  const claimButton = cardOf(page, 'Canmore').getByRole('button', { name: 'Claim Spot' })
  await expect(claimButton).toBeInViewport({ ratio: 1 })
  const tabsBox = await page.getByRole('navigation', { name: 'Group' }).boundingBox()
  const claimBox = await claimButton.boundingBox()
  expect((claimBox?.y ?? Number.NaN) + (claimBox?.height ?? 0)).toBeLessThan(tabsBox?.y ?? 0)
})

test('shows the days in order from left to right on a desk', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const coursesInOrder = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh']
  for (const [place, days] of [1, 2, 3, 4, 4, 4, 5].entries())
    await make.teeTime(group, {
      course: `${coursesInOrder[place]}`,
      date: dateIn(days),
      time: `1${place}:00`,
      maxPlayers: place === 0 ? 8 : 2,
    })
  const viewport = { width: 1280, height: 800 }
  const page = await phones.open({ as: group.owner, at: `/${group.slug}`, viewport })
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(7)
  const boxes = await cards.evaluateAll((elements) =>
    elements.map((element) => element.getBoundingClientRect()).map(({ x, y }) => ({ x, y })),
  )
  const names = await cards.getByRole('heading', { level: 4 }).allTextContents()
  const byRow = boxes
    .map((box, n) => ({ ...box, name: names[n] }))
    .sort((a, b) => a.y - b.y || a.x - b.x)
  expect(byRow.map(({ name }) => name)).toEqual(coursesInOrder)
  expect(new Set(boxes.map(({ x }) => x)).size, 'columns').toBe(2)
})

test('claims with a tap on an open spot and keeps the card in place', async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const ben = await make.member(group, { name: 'Ben Adams' })
  await make.teeTime(group, { course: 'Lakeview', date: dateIn(1), maxPlayers: 3 })
  await make.teeTime(group, { course: 'Canmore', date: dateIn(2) })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })
  const card = cardOf(page, 'Canmore')
  await card.getByRole('button', { name: 'Available' }).last().click()
  await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  await expect(playersOn(card)).toHaveText(['Ben Adams'])
  await expect(card.getByRole('button', { name: 'Available' })).toHaveCount(0)
  await expect(card.getByText('Available')).toHaveCount(3)
  await expect(card.getByRole('button', { name: 'Leave Spot' })).toBeFocused()
  await expect(page.getByRole('article').last()).toContainText('Canmore')
  await page.reload()
  await expect(page.getByRole('region', { name: "You're playing" })).toContainText('Canmore')
})

test('filters the tee times and remembers the filter', { tag: '@thorough' }, async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const ben = await make.member(group, { name: 'Ben Adams' })
  await make.teeTime(group, { course: 'Open', date: dateIn(1) })
  await make.teeTime(group, {
    course: 'Taken',
    date: dateIn(2),
    maxPlayers: 1,
    players: [group.owner],
  })
  await make.teeTime(group, { course: 'Own', date: dateIn(3), players: [ben] })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })
  const cards = () => page.getByRole('article')
  const choose = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await expect(cards()).toHaveCount(3)
  await choose('Open')
  await expect(cards()).toHaveCount(1)
  // The claimed card no longer matches the filter 'Open', but stays listed until another filter is chosen.
  const claimedCard = cardOf(page, 'Open')
  await claimedCard.getByRole('button', { name: 'Claim Spot' }).click()
  await expect(claimedCard.getByRole('button', { name: 'Leave Spot' })).toBeVisible()
  await choose('Mine')
  await expect(cards()).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Mine', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(cards()).toHaveCount(2)
  await choose('Open')
  await expect(page.getByRole('heading', { name: 'No Open Spots' })).toBeVisible()
  await choose('Show All')
  await expect(cards()).toHaveCount(3)
  await openDetails(cardOf(page, 'Taken'))
  await expect(cardOf(page, 'Taken').getByText('Posted by')).toBeVisible()
})

test('marks selected elements and outlines buttons in high-contrast mode', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  await testServer.make.teeTime(group)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}`, forcedColors: 'active' })
  for (const [role, selected, other] of [
    ['button', 'All', 'Open'],
    ['link', 'Tee Times', 'Members'],
  ] as const) {
    const background = (name: string) =>
      page
        .getByRole(role, { name, exact: true })
        .evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect.poll(() => background(selected)).not.toBe(await background(other))
  }
  const postButton = page.getByRole('button', { name: 'Create New Tee Time' })
  await expect(postButton).toHaveCSS('border-top-width', '1px')
})

test("shows all tee times instead of 'Mine' while the user is loading, and to a super admin", {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const group = await make.group()
  const ben = await make.member(group)
  await make.teeTime(group, { course: 'Open', date: dateIn(1) })
  await make.teeTime(group, { course: 'Own', date: dateIn(2), players: [ben] })
  const openHome = async (as: TestGolfer, userLoad?: Promise<void>) => {
    const page = await phones.open({ as })
    await page.addInitScript(() => localStorage.setItem('teeTimesFilter', 'mine'))
    await page.route('**/api/auth/me', async (route) => {
      await userLoad
      await route.continue()
    })
    await page.goto(`/${group.slug}`)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('button', { pressed: true })).toHaveText('All')
    return page
  }
  const userResponse = Promise.withResolvers<void>()
  const page = await openHome(ben, userResponse.promise)
  userResponse.resolve()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('button', { pressed: true })).toHaveText('Mine')
  await openHome(await make.golfer({ isSuperAdmin: true }))
})

test('keeps a card in its place when it is claimed before the list is refetched', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const member = await testServer.make.member(group)
  for (const [n, course] of ['Lakeview', 'Banff & Co'].entries())
    await testServer.make.teeTime(group, { course, date: dateIn(3 + n) })
  const page = await phones.open({ as: member })
  const [refetched, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let requestCount = 0
  await page.route(/\/tee-times$/, async (route) => {
    requestCount += 1
    if (requestCount > 1) {
      refetched.resolve()
      await claimed.promise
    }
    await route.continue()
  })
  await page.route(/\/api\/groups\/slug\/[^/]+$/, async (route) => {
    await refetched.promise
    await route.continue()
  })
  await page.goto(`/${group.slug}`)
  const card = cardOf(page, 'Banff & Co')
  await card.getByRole('button', { name: 'Claim Spot' }).click()
  await expect(card.getByRole('button', { name: 'Leave Spot' })).toBeVisible()
  const answered = page.waitForResponse(/\/tee-times$/)
  claimed.resolve()
  await answered
  await page.waitForTimeout(500)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(/^Lakeview/)
})
