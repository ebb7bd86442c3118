import { readableDate } from '../web/lib/dates.ts'
import { expect, test } from './testing/journey.ts'
import {
  cardOf,
  dateIn,
  expectToast,
  pickDate,
  playersOn,
  tapUntilAccepted,
  toastsOn,
} from './testing/screen-parts.ts'

const COURSE = 'Shaganappi Point'

test('warns a golfer about overlapping rounds and lets them decide', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const { make } = testServer
  const ben = await make.golfer({ name: 'Ben Adams' })
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ name: 'Fairway Friends', owner: anna })
  const other = await make.group({ name: 'Sunday Swingers' })
  for (const eachGroup of [group, other]) await make.member(eachGroup, { golfer: ben })
  const date = dateIn(5)
  await make.teeTime(other, { course: 'Priddis Greens', date, time: '09:00', players: [ben] })
  await make.teeTime(group, { course: COURSE, date, time: '11:00', players: [anna] })
  const page = await phones.open({ as: ben, at: `/${group.slug}` })
  const card = cardOf(page, COURSE)
  const button = (name: string) => card.getByRole('button', { name, exact: true })
  const warning = `You're already playing Priddis Greens on ${readableDate(date)} at 9:00 AM with Sunday Swingers. The two rounds overlap.`

  await test.step('the first tap claims nothing and names the overlapping round', async () => {
    await button('Claim Spot').click()
    await expect(card.getByRole('alert')).toHaveText(warning)
    await expect(playersOn(card)).toHaveText(['Anna Berg'])
    await expect(toastsOn(page)).toHaveCount(0)
  })

  await test.step('backing out changes nothing', async () => {
    await button('Not Now').click()
    await expect(card.getByRole('alert')).toHaveCount(0)
    await expect(button('Claim Spot')).toBeFocused()
    await page.reload()
    await expect(playersOn(card)).toHaveText(['Anna Berg'])
  })

  await test.step('Ben claims despite the warning', async () => {
    await button('Claim Spot').click()
    await expect(card.getByRole('alert')).toHaveText(warning)
    await tapUntilAccepted(button('Claim Anyway'))
    await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
    await expect(playersOn(card)).toHaveText(['Anna Berg', 'Ben Adams'])
    await expect(card.getByRole('alert')).toHaveCount(0)
  })

  await test.step('a tee time that Ben posts for himself also warns until he confirms', async () => {
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
    const postWarning = `${warning} To post it without a spot for you, turn off "I'm playing."`
    const postUntilWarned = async () => {
      await dialog.getByLabel('Course', { exact: true }).fill('Lakeview')
      await pickDate(page, date)
      await dialog.getByLabel('Time', { exact: true }).fill('08:00')
      await dialog.getByRole('button', { name: 'Post Tee Time' }).click()
      await expect(dialog.getByRole('alert')).toHaveText(postWarning)
    }
    await postUntilWarned()
    await pickDate(page, dateIn(6))
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Create New Tee Time' }).click()
    await postUntilWarned()
    await dialog.getByRole('button', { name: 'Start Over' }).click()
    await expect(dialog.getByRole('alert')).toHaveCount(0)
    await postUntilWarned()
    const playingSwitch = dialog.getByRole('switch', { name: "I'm playing" })
    await playingSwitch.uncheck()
    await expect(dialog.getByRole('alert')).toHaveText(warning)
    await playingSwitch.check()
    await expect(dialog.getByRole('alert')).toHaveText(postWarning)
    await dialog.getByRole('button', { name: 'Post Anyway' }).click()
    await expectToast(
      page,
      'Tee Time Posted!',
      'Your tee time has been successfully posted to the group.',
    )
    await expect(playersOn(cardOf(page, 'Lakeview'))).toHaveText(['Ben Adams'])
  })
})
