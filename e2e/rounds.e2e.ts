import { readFile } from 'node:fs/promises'
import { factories } from '../server/system-tests/testing/factories.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

test('shows rounds by year from the members and the profile, and downloads them', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const lastYear = new Date().getUTCFullYear() - 1
  const clockLastYear = { now: () => new Date(`${lastYear}-05-01T12:00:00Z`) }
  const make = factories({ db: testServer.db, clock: clockLastYear })
  const golfer = await testServer.make.golfer({ name: 'Riley Rounds' })
  const group = await make.group({ name: 'Past Masters', expiryDate: null })
  await make.member(group, { golfer })
  const course = '=1+1, Links'
  await make.teeTime(group, { course, date: `${lastYear}-05-09`, players: [golfer] })
  await make.teeTime(group, { course, date: `${lastYear}-07-11`, players: [golfer] })
  const makeEarlier = factories({
    db: testServer.db,
    clock: { now: () => new Date(`${lastYear - 1}-05-01T12:00:00Z`) },
  })
  await makeEarlier.teeTime(group, { course: 'Old Course', players: [golfer] })
  await testServer.make.teeTime(group, { course: 'Still To Come', players: [golfer] })

  const page = await phones.open({ as: golfer, at: `/${group.slug}/members` })
  await page.getByRole('link', { name: 'Season' }).click()
  await expect(page.getByRole('heading', { name: String(lastYear) })).toBeVisible()
  const golfers = page.getByRole('table', { name: 'Rounds by golfer' })
  await expect(golfers.getByRole('row', { name: /Riley Rounds You 2 0/ })).toBeVisible()
  await expect(page.getByText('Still To Come')).toBeHidden()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as a Spreadsheet (CSV)' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toBe(`season-${group.slug}-${lastYear}.csv`)
  const [header, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  expect(header).toBe('\uFEFFDate,Time,Course,Player,Guest of,Posted by')
  expect(lines[0]).toBe(`${lastYear}-05-09,08:12,"'${course}",Riley Rounds,,${group.owner.name}`)
  await expectToast(page, 'Rounds Downloaded', `Saved as season-${group.slug}-${lastYear}.csv.`)

  await page.getByRole('button', { name: 'Previous year' }).click()
  await expect(page.getByRole('row', { name: 'Old Course 1' })).toBeVisible()
  // The button stays in place and focused, even though there is no earlier year.
  await expect(page.getByRole('button', { name: 'Previous year' })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { name: String(lastYear - 1) })).toBeVisible()

  await page.getByRole('link', { name: 'Profile' }).click()
  await page.getByRole('link', { name: /^My Rounds/ }).click()
  const myRounds = page.getByRole('region', { name: 'Rounds Played' }).getByRole('listitem')
  await expect(myRounds).toHaveCount(2)
  await expect(myRounds.first()).toContainText('Jul 11')
  await myRounds.first().click()
  await expect(page.getByRole('heading', { name: 'Season' })).toBeVisible()
})
