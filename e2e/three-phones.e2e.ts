import { readableDate } from '../web/lib/dates.ts'
import { expect, test } from './testing/journey.ts'
import {
  buttonsWithText,
  cardOf,
  dateIn,
  expectToast,
  openDetails,
  pickDate,
  playersOn,
  toastsOn,
} from './testing/screen-parts.ts'

const COURSE = 'Shaganappi Point'

test('fills a foursome live on several phones', async ({ testServer, phones }) => {
  const anna = await testServer.make.golfer({ name: 'Anna Berg' })
  const group = await testServer.make.group({ name: 'Fairway Friends', owner: anna })
  const addMember = (name: string) => testServer.make.member(group, { name })
  const [ben, cleo] = [await addMember('ben adams'), await addMember('Cleo Vance')]
  const [dan, eve] = [await addMember('Dan Frost'), await addMember('Eve Moon')]
  const at = `/${group.slug}`
  const annasPage = await phones.open({ as: anna, at })
  const bensPage = await phones.open({ as: ben, at })
  const cleosPage = await phones.open({ as: cleo, at })
  for (const page of [annasPage, bensPage, cleosPage]) {
    await expect(page.getByRole('heading', { name: 'Fairway Friends' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
    await expect(page.getByText('Be the first to post a tee time for the group!')).toBeVisible()
  }
  const date = dateIn(5)

  await test.step('Anna posts through the dialog', async () => {
    await annasPage.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = annasPage.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill(COURSE)
    await pickDate(annasPage, date)
    await dialog.getByLabel('Time', { exact: true }).fill('14:06')
    await dialog.getByLabel('Notes (optional)').fill('Walking, brisk pace.')
    await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
    await expectToast(
      annasPage,
      'Tee Time Posted!',
      'Your tee time has been successfully posted to the group.',
    )
    await expect(dialog).toBeHidden()
  })

  await test.step('Ben and Cleo see the card without a reload', async () => {
    for (const page of [annasPage, bensPage, cleosPage]) {
      const card = page.getByRole('article', { name: `${COURSE}, ${readableDate(date)}, 2:06 PM` })
      await expect(card).toBeVisible()
      await expect(playersOn(card)).toHaveText(['Anna Berg'])
      await expect(card.getByText('Available')).toHaveCount(3)
      await openDetails(card)
      await expect(card.getByText('Posted by Anna Berg')).toBeVisible()
      await expect(card.getByText('Walking, brisk pace.')).toBeVisible()
      await expect(page.getByRole('definition')).toHaveText(['1', '3', '5'])
    }
    await expect(cardOf(bensPage, COURSE).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await expect(cardOf(annasPage, COURSE).getByRole('button', { name: 'Claim Spot' })).toHaveCount(
      0,
    )
  })

  await test.step('Ben and Cleo claim', async () => {
    for (const page of [bensPage, cleosPage]) {
      await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
      await expectToast(
        page,
        'Spot Claimed!',
        "You've successfully claimed a spot in this tee time.",
      )
    }
    for (const page of [annasPage, bensPage, cleosPage]) {
      await expect(playersOn(cardOf(page, COURSE))).toHaveText([
        'Anna Berg',
        'Ben Adams',
        'Cleo Vance',
      ])
      await expect(page.getByRole('definition')).toHaveText(['1', '1', '5'])
    }
  })

  const dansPage = await phones.open({ as: dan, at })
  const evesPage = await phones.open({ as: eve, at })

  const winner =
    await test.step('Dan and Eve tap the last spot at the same time, and one gets it', async () => {
      const bothTapped = Promise.withResolvers<void>()
      let tapCount = 0
      for (const page of [dansPage, evesPage]) {
        await page.route('**/claim', async (route) => {
          tapCount += 1
          if (tapCount === 2) bothTapped.resolve()
          await bothTapped.promise
          await route.continue()
        })
      }
      const statuses = await Promise.all(
        [dansPage, evesPage].map(async (page) => {
          const answer = page.waitForResponse('**/claim')
          await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
          return (await answer).status()
        }),
      )
      expect(statuses.toSorted()).toEqual([200, 409])
      const danWon = statuses[0] === 200
      const [winnersPage, losersPage, winner] = danWon
        ? [dansPage, evesPage, 'Dan Frost']
        : [evesPage, dansPage, 'Eve Moon']
      await expectToast(
        winnersPage,
        'Spot Claimed!',
        "You've successfully claimed a spot in this tee time.",
      )
      await expectToast(
        losersPage,
        'Failed to Claim Spot',
        'This tee time is full. You can join the waiting list.',
      )
      for (const page of [annasPage, bensPage, cleosPage, dansPage, evesPage]) {
        const card = cardOf(page, COURSE)
        await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams', 'Cleo Vance', winner])
        await expect(card.getByText('Full', { exact: true })).toBeVisible()
      }
      await expect(buttonsWithText(cardOf(losersPage, COURSE))).toHaveText([
        'Join the Waiting List',
        'Details',
      ])
      return winner
    })

  await test.step('Cleo leaves, and the others see it', async () => {
    await cardOf(cleosPage, COURSE).getByRole('button', { name: 'Leave Spot' }).click()
    await expectToast(cleosPage, 'Spot Released!', "You've successfully left this tee time.")
    for (const page of [annasPage, bensPage, cleosPage, dansPage, evesPage]) {
      await expect(cardOf(page, COURSE).getByText('Available')).toHaveCount(1)
      await expect(playersOn(cardOf(page, COURSE))).toHaveText(['Anna Berg', 'Ben Adams', winner])
    }
  })

  await test.step('Anna cancels after a confirmation', async () => {
    const cancelButton = cardOf(annasPage, COURSE).getByRole('button', { name: 'Cancel' })
    await cancelButton.click()
    const dialog = annasPage.getByRole('dialog', { name: 'Cancel this tee time?' })
    await expect(dialog).toContainText('2 other players will lose their spots')
    await dialog.getByRole('button', { name: 'Keep It' }).click()
    await expect(cardOf(annasPage, COURSE)).toBeVisible()
    await cancelButton.click()
    await dialog.getByRole('button', { name: 'Cancel Tee Time' }).click()
    await expectToast(
      annasPage,
      'Tee Time Cancelled',
      'The tee time has been successfully cancelled.',
    )
    for (const page of [annasPage, bensPage, cleosPage, dansPage, evesPage]) {
      await expect(cardOf(page, COURSE)).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
      await expect(page.getByRole('definition')).toHaveText(['0', '0', '5'])
    }
    await expect(toastsOn(bensPage)).toHaveCount(0)
  })
})
