import type { Page } from '@playwright/test'
import { expect, test } from './testing/journey.ts'
import {
  buttonsWithText,
  cardOf,
  dateIn,
  expectToast,
  openDetails,
  playersOn,
  tapUntilAccepted,
} from './testing/screen-parts.ts'

const COURSE = 'Lakeview'
const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false }
const buttonOn = (page: Page, name: string) =>
  cardOf(page, COURSE).getByRole('button', { name, exact: true })
const press = (page: Page, name: string) => buttonOn(page, name).click()

async function pressInDetails(page: Page, name: string): Promise<void> {
  await openDetails(cardOf(page, COURSE))
  await press(page, name)
}

test('gives a freed spot to the first golfer on the waiting list, who takes it by text', async ({
  testServer: { make, server },
  phones,
}) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const ben = await make.golfer({ name: 'Ben Adams', phone: '403-555-0143' })
  const group = await make.group({ name: 'Fairway Friends', owner: anna })
  await make.member(group, { golfer: ben })
  const [cleo, dev] = [
    await make.member(group, { name: 'Cleo Vance' }),
    await make.member(group, { name: 'Dev Patel' }),
  ]
  await server.phone(ben.session).put('/api/my-preferences', {
    textConsent: true,
    quietHours: { from: '00:00', to: '00:00' },
  })
  await make.teeTime(group, { course: COURSE, maxPlayers: 2, players: [anna, cleo] })
  const at = `/${group.slug}`
  const [bensPage, devsPage, cleosPage] = [
    await phones.open({ as: ben, at }),
    await phones.open({ as: dev, at }),
    await phones.open({ as: cleo, at }),
  ]

  await test.step('golfers join the waiting list of the full tee time, and all phones show it', async () => {
    for (const [page, ordinal] of [
      [bensPage, '1st'],
      [devsPage, '2nd'],
    ] as const) {
      await pressInDetails(page, 'Join the Waiting List')
      await expectToast(
        page,
        "You're on the Waiting List",
        "When it's your turn, we'll offer you a spot.",
      )
      await expect(cardOf(page, COURSE)).toContainText(`You're ${ordinal} in line`)
    }
    await cardOf(cleosPage, COURSE).getByText('2 waiting').click()
    await expect(
      cardOf(cleosPage, COURSE).getByRole('list', { name: 'Waiting list' }),
    ).toContainText(/Ben Adams.*Dev Patel/)
  })

  await test.step('automatic claiming stays on after a reload', async () => {
    const autoAccept = (page: Page) => cardOf(page, COURSE).getByLabel('Claim a spot for me')
    await expect(autoAccept(bensPage)).not.toBeChecked()
    const saveResponse = devsPage.waitForResponse('**/wait')
    // `check` fails unless the switch changes immediately, without waiting for the response.
    await autoAccept(devsPage).check()
    await saveResponse
    await devsPage.reload()
    await expect(autoAccept(devsPage)).toBeChecked()
    await expect(autoAccept(cleosPage)).toBeHidden()
  })

  await test.step('the last of several taps wins, however slow the responses', async () => {
    const autoAccept = cardOf(bensPage, COURSE).getByLabel('Claim a spot for me')
    const sentChoices: unknown[] = []
    const hold = Promise.withResolvers<void>()
    await bensPage.route('**/wait', async (route) => {
      sentChoices.push(route.request().postDataJSON().autoAccept)
      await hold.promise
      await route.continue()
    })
    await autoAccept.check()
    await autoAccept.uncheck()
    await autoAccept.check()
    await autoAccept.uncheck()
    expect(sentChoices).toEqual([true])
    const lastResponse = bensPage.waitForResponse(
      (response) =>
        response.url().endsWith('/wait') && response.request().postDataJSON().autoAccept === false,
    )
    hold.resolve()
    await lastResponse
    expect(sentChoices).toEqual([true, false])
    await bensPage.unroute('**/wait')
    await expect(autoAccept).not.toBeChecked()
    await bensPage.reload()
    await expect(autoAccept).toBeEnabled()
    await expect(autoAccept).not.toBeChecked()
  })

  await test.step('a change that could not be saved is not shown as saved', async () => {
    const autoAccept = cardOf(bensPage, COURSE).getByLabel('Claim a spot for me')
    await bensPage.route('**/wait', (route) => route.fulfill({ status: 503, json: {} }))
    phones.tolerate(/status of 503/)
    await autoAccept.click()
    await expectToast(
      bensPage,
      'Failed to Save Your Choice',
      'An error occurred while saving your choice. Please try again.',
    )
    await expect(autoAccept).not.toBeChecked()
    await bensPage.unroute('**/wait')
  })

  await test.step('a freed spot is reserved for the first golfer on the list', async () => {
    await press(cleosPage, 'Leave Spot')
    await expect(cardOf(bensPage, COURSE)).toContainText(
      /We're offering you a spot until .*\d [AP]M( today)?\. If you pass or the time runs out, you'll be off the waiting list\./,
    )
    await expect(cardOf(cleosPage, COURSE)).toContainText('Offered to Ben Adams')
    await expect(
      cardOf(cleosPage, COURSE).getByRole('button', { name: 'Join the Waiting List' }),
    ).toBeVisible()
    await expect(cardOf(devsPage, COURSE)).toContainText("You're 2nd in line")
  })

  await test.step('IN takes the spot, and the card shows it', async () => {
    const outbox = await phones.open({ as: ben, at: '/outbox', ...DESKTOP })
    const texts = outbox
      .getByRole('region', { name: 'Texts to Ben Adams', exact: true })
      .locator('li[data-direction] p')
    await expect(texts.last()).toContainText(/IN 1/)
    const field = outbox.getByLabel('Text from Ben Adams', { exact: true })
    await field.fill('IN 1')
    await field.press('Enter')
    await expect(texts.last()).toContainText("You're in")
    for (const page of [bensPage, cleosPage]) {
      await expect(playersOn(cardOf(page, COURSE))).toHaveText(['Anna Berg', 'Ben Adams'])
    }
    await expect(cardOf(devsPage, COURSE)).toContainText("You're 1st in line")
  })

  await test.step("'Claim a spot for me' takes the next spot without a question", async () => {
    await tapUntilAccepted(buttonOn(bensPage, 'Leave Spot'))
    await expect(playersOn(cardOf(devsPage, COURSE))).toHaveText(['Anna Berg', 'Dev Patel'])
    await expect(cardOf(devsPage, COURSE)).not.toContainText('waiting')
  })
})

test('takes or passes on a reserved spot with one tap', { tag: '@thorough' }, async ({
  testServer: { make },
  phones,
}) => {
  const group = await make.group()
  const [ann, bob] = [
    await make.member(group, { name: 'Ann Lee' }),
    await make.member(group, { name: 'Bob Hay' }),
  ]
  await make.teeTime(group, { course: COURSE, maxPlayers: 1, players: [group.owner] })
  const at = `/${group.slug}`
  const [ownerPage, annsPage, bobsPage] = [
    await phones.open({ as: group.owner, at }),
    await phones.open({ as: ann, at }),
    await phones.open({ as: bob, at, timezoneId: 'America/Halifax' }),
  ]
  for (const page of [annsPage, bobsPage]) {
    await pressInDetails(page, 'Join the Waiting List')
    await expect(cardOf(page, COURSE)).toContainText('in line')
  }
  await press(ownerPage, 'Leave Spot')
  await press(annsPage, 'Pass')
  await expectToast(
    annsPage,
    'You Passed on This Spot',
    "You're off the waiting list for this tee time.",
  )
  const offer = cardOf(bobsPage, COURSE).getByText("We're offering you a spot until")
  await expect(offer).toBeVisible()
  const offerText = (await offer.textContent()) ?? ''
  await test.step('an offer comes before the next round and is whole on both start screens', async () => {
    await make.teeTime(group, { course: 'Fox Hollow', date: dateIn(5), players: [bob] })
    await make.teeTime(group, { course: 'Canmore', date: dateIn(2) })
    await bobsPage.reload()
    await expect(bobsPage.getByRole('region', { name: 'A spot for you' })).toContainText(COURSE)
    await expect(bobsPage.getByRole('article').first()).toContainText(COURSE)
    await expect(buttonOn(bobsPage, 'Take It')).toBeInViewport({ ratio: 1 })
    await bobsPage.getByRole('link', { name: 'My Golf' }).click()
    const part = bobsPage.getByRole('region', { name: 'Spots for You', exact: true })
    await expect(part.getByRole('article', { name: `${COURSE},` })).toBeVisible()
    // Both screens use the group's time zone, which is not the phone's.
    await expect(part.getByText("We're offering you a spot until")).toHaveText(offerText)
    await expect(bobsPage.getByRole('heading', { level: 2 }).first()).toHaveText('Spots for You')
    await expect(
      bobsPage.getByRole('region', { name: 'Open Spots', exact: true }).getByRole('article'),
    ).toHaveAccessibleName(/^Canmore/)
    await expect(buttonOn(bobsPage, 'Take It')).toBeInViewport({ ratio: 1 })
  })
  await tapUntilAccepted(buttonOn(bobsPage, 'Take It'))
  await expectToast(
    bobsPage,
    'Spot Claimed!',
    "You've successfully claimed a spot in this tee time.",
  )
  await expect(bobsPage.getByRole('link', { name: COURSE })).toBeFocused()
  await expect(playersOn(cardOf(annsPage, COURSE))).toHaveText(['Bob Hay'])
})

test('asks a golfer to claim a spot that opens while they join the waiting list', {
  tag: '@thorough',
}, async ({ testServer: { make, server }, phones }) => {
  const group = await make.group()
  const ann = await make.member(group, { name: 'Ann Lee' })
  const { id } = await make.teeTime(group, {
    course: COURSE,
    maxPlayers: 1,
    players: [group.owner],
  })
  const page = await phones.open({ as: ann, at: `/${group.slug}` })
  await page.route('**/wait', async (route) => {
    await server.phone(group.owner.session).post(`/api/tee-times/${id}/unclaim`)
    await route.continue()
  })
  await pressInDetails(page, 'Join the Waiting List')
  await expectToast(page, 'Failed to Join the Waiting List', "There's an open spot. Claim it now.")
  await expect(cardOf(page, COURSE)).toContainText('1 open')
  await expect(buttonsWithText(cardOf(page, COURSE))).toHaveText([
    'Available',
    'Claim Spot',
    'Details',
  ])
})

test('brings a guest and reserves a spot by name', async ({ testServer: { make }, phones }) => {
  const group = await make.group({ owner: await make.golfer({ name: 'Anna Berg' }) })
  const ben = await make.member(group, { name: 'Ben Adams' })
  await make.teeTime(group, { course: COURSE, maxPlayers: 4, players: [ben] })
  const at = `/${group.slug}`
  const [annasPage, bensPage] = [
    await phones.open({ as: group.owner, at }),
    await phones.open({ as: ben, at }),
  ]
  await test.step('a player brings a guest', async () => {
    await pressInDetails(bensPage, 'Bring a Guest')
    await bensPage.getByLabel("Guest's Name").fill('dave stone')
    await bensPage.getByRole('button', { name: 'Add Guest' }).click()
    await expectToast(bensPage, 'Guest Added', 'Your guest has a spot in this tee time.')
    await expect(cardOf(annasPage, COURSE)).toContainText('Dave StoneGuest of Ben Adams')
    await expect(cardOf(annasPage, COURSE)).toContainText('2 open')
  })
  await test.step('the creator reserves a spot by name', async () => {
    await pressInDetails(annasPage, 'Guests and Reserved Spots')
    const dialog = annasPage.getByRole('dialog', { name: 'Guests and Reserved Spots' })
    await dialog.getByLabel('For', { exact: true }).selectOption('Someone else')
    await dialog.getByRole('button', { name: 'Reserve Spot' }).click()
    await expect(dialog.getByText('A name is required')).toBeVisible()
    await dialog.getByLabel('Their Name').fill('Eve Moss')
    await dialog.getByRole('button', { name: 'Reserve Spot' }).click()
    await expectToast(
      annasPage,
      'Spot Reserved',
      'When the time is up, someone else can take the spot.',
    )
    await expect(cardOf(bensPage, COURSE)).toContainText('Reserved for Eve Moss')
    await expect(cardOf(bensPage, COURSE)).toContainText('1 open')
  })
  await test.step('both are removed again, but not by a double tap', async () => {
    await pressInDetails(annasPage, 'Guests and Reserved Spots')
    const dialog = annasPage.getByRole('dialog', { name: 'Guests and Reserved Spots' })
    // The second tap hits Eve's row, which has just moved up.
    await dialog.evaluate((element) => {
      new MutationObserver((_, observer) => {
        if (element.textContent?.includes('Dave Stone')) return
        observer.disconnect()
        element.querySelector<HTMLButtonElement>('li button')?.click()
      }).observe(element, { childList: true, subtree: true })
    })
    await dialog.getByRole('button', { name: 'Remove Dave Stone' }).click()
    await expectToast(
      annasPage,
      'Guest Removed',
      "Someone else can have the spot now. We won't notify Ben Adams.",
    )
    await annasPage.waitForTimeout(800)
    await dialog.getByRole('button', { name: 'Release spot reserved for Eve Moss' }).click()
    await expectToast(annasPage, 'Spot Released', 'Someone else can have the spot now.')
    await expect(cardOf(bensPage, COURSE)).toContainText('3 open')
  })
})

test('adds a guest in the spot that is reserved for the same name', { tag: '@thorough' }, async ({
  testServer: { make, server },
  phones,
}) => {
  const group = await make.group({ owner: await make.golfer({ name: 'Anna Berg' }) })
  const { id, date } = await make.teeTime(group, {
    course: COURSE,
    maxPlayers: 2,
    players: [group.owner],
  })
  const reservation = { name: 'eve moss', date, time: '07:00' }
  await server.phone(group.owner.session).post(`/api/tee-times/${id}/holds`, reservation)
  const annasPage = await phones.open({ as: group.owner, at: `/${group.slug}` })
  await pressInDetails(annasPage, 'Guests and Reserved Spots')
  const dialog = annasPage.getByRole('dialog', { name: 'Guests and Reserved Spots' })
  await dialog.getByRole('button', { name: 'Add Eve Moss as your guest' }).click()
  await expectToast(annasPage, 'Guest Added', 'Your guest has a spot in this tee time.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(cardOf(annasPage, COURSE)).toContainText('Eve MossYour guest')
})

test('asks a player with guests before leaving', { tag: '@thorough' }, async ({
  testServer: { make, server },
  phones,
}) => {
  const group = await make.group({ owner: await make.golfer({ name: 'Anna Berg' }) })
  const ben = await make.member(group, { name: 'Ben Adams' })
  const { id } = await make.teeTime(group, {
    course: COURSE,
    maxPlayers: 4,
    players: [group.owner, ben],
  })
  const bring = (name: string) =>
    server.phone(ben.session).post(`/api/tee-times/${id}/guests`, { name })
  await bring('dave stone')
  const at = `/${group.slug}`
  const [annasPage, bensPage] = [
    await phones.open({ as: group.owner, at }),
    await phones.open({ as: ben, at }),
  ]
  const card = cardOf(bensPage, COURSE)

  await press(bensPage, 'Leave Spot')
  await expect(card.getByText('Dave Stone will lose their spot too.')).toBeVisible()
  await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams'])
  await press(bensPage, 'Stay')
  await expect(card.getByText('will lose their spot too')).toBeHidden()

  await tapUntilAccepted(buttonOn(bensPage, 'Leave Spot'))
  await expect(playersOn(card)).toHaveText(['Anna Berg'])
  await expect(cardOf(annasPage, COURSE)).toContainText('3 open')
  await press(annasPage, 'Leave Spot')
  await expectToast(annasPage, 'Spot Released!', "You've successfully left this tee time.")
})

test("hides the creator's 'Cancel' while the app asks whether to leave", {
  tag: '@thorough',
}, async ({ testServer: { make, server }, phones }) => {
  const group = await make.group()
  const { id } = await make.teeTime(group, { course: COURSE, players: [group.owner] })
  await server.phone(group.owner.session).post(`/api/tee-times/${id}/guests`, { name: 'eve moss' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}` })
  const cancelButton = buttonOn(page, 'Cancel')
  await expect(cancelButton).toBeVisible()
  await press(page, 'Leave Spot')
  await expect(cardOf(page, COURSE)).toContainText('Eve Moss will lose their spot too.')
  await expect(cancelButton).toBeHidden()
  await press(page, 'Stay')
  await expect(cancelButton).toBeVisible()
})
