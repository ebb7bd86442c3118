import type { Page } from '@playwright/test'
import { claim, leave } from './testing/actions.ts'
import { expect, test } from './testing/journey.ts'
import {
  cardOf,
  dateIn,
  expectToast,
  inHours,
  pickDate,
  playersOn,
} from './testing/screen-parts.ts'

const COURSE = 'Lakeview'

const press = (page: Page, name: string) =>
  cardOf(page, COURSE).getByRole('button', { name, exact: true }).click()

test('lets the creator alert the group and remove an open spot with one tap before the cut-off', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ owner: anna })
  const ben = await make.member(group, { name: 'Ben Adams' })
  const teeTime = { course: COURSE, cancelHours: 24, ...inHours(40), players: [anna] }
  await make.teeTime(group, teeTime)
  const at = `/${group.slug}`
  const [annasPage, bensPage] = [
    await phones.open({ as: anna, at }),
    await phones.open({ as: ben, at }),
  ]
  await expect(cardOf(annasPage, COURSE)).toContainText(/1 of 4 filled\. Cancellation cut-off/)
  await expect(cardOf(bensPage, COURSE)).toContainText('Available')
  await expect(cardOf(bensPage, COURSE)).not.toContainText(/filled|Cancellation cut-off/)

  await press(annasPage, 'Alert the Group')
  await expectToast(
    annasPage,
    'Group Alerted',
    "We're asking members without a spot to take one. Anyone in quiet hours may get the message later.",
  )
  await expect(cardOf(annasPage, COURSE)).toContainText(/Group alerted:/)
  await expect(cardOf(annasPage, COURSE).getByRole('button', { name: /Alert/ })).toHaveCount(0)

  await press(annasPage, 'Remove Open Spot')
  await expectToast(
    annasPage,
    'Open Spot Removed',
    "The tee time now has 3 spots. Fourball doesn't notify the course, so be sure to call.",
  )
  await expect(cardOf(annasPage, COURSE)).toContainText('1 of 3 filled')
  await claim(bensPage)
  await expect(cardOf(bensPage, COURSE)).toContainText(/Cancellation cut-off/)
  await expect(cardOf(annasPage, COURSE)).toContainText('2 of 3 filled')
})

test('asks before a late withdrawal, and the golfer owes the spot until someone takes it', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ owner: anna })
  const ben = await make.member(group, { name: 'Ben Adams' })
  const cleo = await make.member(group, { name: 'Cleo Vance' })
  const commonFields = { course: COURSE, cancelHours: 24, ...inHours(20), maxPlayers: 2 }
  await make.teeTime(group, { ...commonFields, players: [anna, ben] })
  const at = `/${group.slug}`
  const [annasPage, bensPage, cleosPage] = [
    await phones.open({ as: anna, at }),
    await phones.open({ as: ben, at }),
    await phones.open({ as: cleo, at }),
  ]
  await expect(cardOf(bensPage, COURSE)).toContainText(/The cancellation cut-off was/)
  await leave(bensPage)
  await expect(cardOf(bensPage, COURSE).getByRole('alert')).toHaveText(
    'The cut-off has passed. If you leave, you may have to pay for this spot unless someone takes it.',
  )
  await bensPage.waitForTimeout(800)
  await leave(bensPage)
  await expectToast(bensPage, 'Spot Released!', "You've successfully left this tee time.")
  await expect(cardOf(bensPage, COURSE)).toContainText('You dropped out late and may have to pay')
  await expect(cardOf(annasPage, COURSE)).toContainText('Dropped out late: Ben Adams')
  await expect(cardOf(annasPage, COURSE)).toContainText('1 of 2 filled. The cut-off has passed.')
  await bensPage.getByRole('link', { name: 'My Golf' }).click()
  await expect(cardOf(bensPage, COURSE)).toContainText(/The cancellation cut-off was/)
  await bensPage.goBack()
  await claim(cleosPage)
  await expect(playersOn(cardOf(annasPage, COURSE))).toHaveText(['Anna Berg', 'Cleo Vance'])
  for (const page of [annasPage, bensPage, cleosPage]) {
    await expect(cardOf(page, COURSE)).not.toContainText(/may have to pay|dropped out/i)
  }
})

test('sets the cut-off when posting and changes it by editing', {
  tag: '@thorough',
}, async ({ testServer: { make }, phones }) => {
  const anna = await make.golfer({ name: 'Anna Berg' })
  const group = await make.group({ owner: anna })
  const page = await phones.open({ as: anna, at: `/${group.slug}` })
  await page.getByRole('button', { name: 'Create New Tee Time', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Post Tee Time' })
  await dialog.getByLabel('Course', { exact: true }).fill(COURSE)
  await pickDate(page, dateIn(5))
  await dialog.getByLabel('Time', { exact: true }).fill('14:06')
  await dialog.getByLabel('Cancellation Cut-Off').selectOption('48 hours before')
  await dialog.getByRole('button', { name: 'Post Tee Time', exact: true }).click()
  // The cut-off is at 2:06 PM, or an hour off if daylight saving time starts or ends before tee-off.
  await expect(cardOf(page, COURSE)).toContainText(/Cancellation cut-off: .*[123]:06 PM/)
  await press(page, 'Edit')
  const editDialog = page.getByRole('dialog', { name: 'Edit Tee Time' })
  await expect(editDialog.getByLabel('Cancellation Cut-Off')).toHaveValue('48')
  await editDialog.getByLabel('Cancellation Cut-Off').selectOption('None')
  await editDialog.getByRole('button', { name: 'Save Changes', exact: true }).click()
  await expect(cardOf(page, COURSE)).not.toContainText('Cancellation cut-off')
})
