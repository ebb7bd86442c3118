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
  const join = (name: string) => testServer.make.member(group, { name })
  const [ben, cleo] = [await join('ben adams'), await join('Cleo Vance')]
  const [dan, eve] = [await join('Dan Frost'), await join('Eve Moon')]
  const at = `/${group.slug}`
  const annas = await phones.open({ as: anna, at })
  const bens = await phones.open({ as: ben, at })
  const cleos = await phones.open({ as: cleo, at })
  for (const page of [annas, bens, cleos]) {
    await expect(page.getByRole('heading', { name: 'Fairway Friends' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
    await expect(page.getByText('Be the first to post a tee time for the group!')).toBeVisible()
  }
  const date = dateIn(5)

  await test.step('Anna posts through the dialog', async () => {
    await annas.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = annas.getByRole('dialog', { name: 'Post Tee Time' })
    await dialog.getByLabel('Course', { exact: true }).fill(COURSE)
    await pickDate(annas, date)
    await dialog.getByLabel('Time', { exact: true }).fill('14:06')
    await dialog.getByLabel('Notes (optional)').fill('Walking, brisk pace.')
    await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
    await expectToast(
      annas,
      'Tee Time Posted!',
      'Your tee time has been successfully posted to the group.',
    )
    await expect(dialog).toBeHidden()
  })

  await test.step('Ben and Cleo see the card without a reload', async () => {
    for (const page of [annas, bens, cleos]) {
      const card = page.getByRole('article', { name: `${COURSE}, ${readableDate(date)}, 2:06 PM` })
      await expect(card).toBeVisible()
      await expect(playersOn(card)).toHaveText(['Anna Berg'])
      await expect(card.getByText('Available')).toHaveCount(3)
      await openDetails(card)
      await expect(card.getByText('Posted by Anna Berg')).toBeVisible()
      await expect(card.getByText('Walking, brisk pace.')).toBeVisible()
      await expect(page.getByRole('definition')).toHaveText(['1', '3', '5'])
    }
    await expect(cardOf(bens, COURSE).getByRole('button', { name: 'Cancel' })).toHaveCount(0)
    await expect(cardOf(annas, COURSE).getByRole('button', { name: 'Claim Spot' })).toHaveCount(0)
  })

  await test.step('Ben and Cleo claim', async () => {
    for (const page of [bens, cleos]) {
      await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
      await expectToast(
        page,
        'Spot Claimed!',
        "You've successfully claimed a spot in this tee time.",
      )
    }
    for (const page of [annas, bens, cleos]) {
      await expect(playersOn(cardOf(page, COURSE))).toHaveText([
        'Anna Berg',
        'Ben Adams',
        'Cleo Vance',
      ])
      await expect(page.getByRole('definition')).toHaveText(['1', '1', '5'])
    }
  })

  const dans = await phones.open({ as: dan, at })
  const eves = await phones.open({ as: eve, at })

  const winner =
    await test.step('Dan and Eve tap the last spot at the same time, and one gets it', async () => {
      const bothTapped = Promise.withResolvers<void>()
      let tapCount = 0
      for (const page of [dans, eves]) {
        await page.route('**/claim', async (route) => {
          tapCount += 1
          if (tapCount === 2) bothTapped.resolve()
          await bothTapped.promise
          await route.continue()
        })
      }
      const answers = await Promise.all(
        [dans, eves].map(async (page) => {
          const answer = page.waitForResponse('**/claim')
          await cardOf(page, COURSE).getByRole('button', { name: 'Claim Spot' }).click()
          return (await answer).status()
        }),
      )
      expect(answers.toSorted()).toEqual([200, 409])
      const danWon = answers[0] === 200
      const [winners, losers, winner] = danWon
        ? [dans, eves, 'Dan Frost']
        : [eves, dans, 'Eve Moon']
      await expectToast(
        winners,
        'Spot Claimed!',
        "You've successfully claimed a spot in this tee time.",
      )
      await expectToast(
        losers,
        'Failed to Claim Spot',
        'This tee time is full. You can join the waiting list.',
      )
      for (const page of [annas, bens, cleos, dans, eves]) {
        const card = cardOf(page, COURSE)
        await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams', 'Cleo Vance', winner])
        await expect(card.getByText('Full', { exact: true })).toBeVisible()
      }
      await expect(buttonsWithText(cardOf(losers, COURSE))).toHaveText([
        'Join the Waiting List',
        'Details',
      ])
      return winner
    })

  await test.step('Cleo leaves, and the others see it', async () => {
    await cardOf(cleos, COURSE).getByRole('button', { name: 'Leave Spot' }).click()
    await expectToast(cleos, 'Spot Released!', "You've successfully left this tee time.")
    for (const page of [annas, bens, cleos, dans, eves]) {
      await expect(cardOf(page, COURSE).getByText('Available')).toHaveCount(1)
      await expect(playersOn(cardOf(page, COURSE))).toHaveText(['Anna Berg', 'Ben Adams', winner])
    }
  })

  await test.step('Anna cancels after a confirmation', async () => {
    const cancel = cardOf(annas, COURSE).getByRole('button', { name: 'Cancel' })
    await cancel.click()
    const dialog = annas.getByRole('dialog', { name: 'Cancel this tee time?' })
    await expect(dialog).toContainText('2 other players will lose their spots')
    await dialog.getByRole('button', { name: 'Keep It' }).click()
    await expect(cardOf(annas, COURSE)).toBeVisible()
    await cancel.click()
    await dialog.getByRole('button', { name: 'Cancel Tee Time' }).click()
    await expectToast(annas, 'Tee Time Cancelled', 'The tee time has been successfully cancelled.')
    for (const page of [annas, bens, cleos, dans, eves]) {
      await expect(cardOf(page, COURSE)).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'No Tee Times' })).toBeVisible()
      await expect(page.getByRole('definition')).toHaveText(['0', '0', '5'])
    }
    await expect(toastsOn(bens)).toHaveCount(0)
  })
})
