import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

test('lets the owner delete a group and a super admin restore it', { tag: '@thorough' }, async ({
  testServer,
  cast,
  phones,
}) => {
  const group = await testServer.make.group({ name: "Bob's Fairway Friends" })
  const member = await testServer.make.member(group)
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  const memberPage = await phones.open({ as: member, at: `/${group.slug}` })
  await expect(memberPage.getByRole('heading', { name: "Bob's Fairway Friends" })).toBeVisible()

  await page.getByRole('button', { name: 'Group Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Group Settings' })
  await settings.getByRole('button', { name: 'Delete Group' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this group?' })
  await expect(question.getByLabel("Type the Group's Name")).toBeFocused()
  await expect(question).toContainText('the Fourball team can restore the group within 30 days')
  await question.getByRole('button', { name: 'Keep Group' }).click()
  await settings.getByRole('button', { name: 'Delete Group' }).click()

  await page.keyboard.type('Fairway Friends')
  await page.keyboard.press('Enter')
  await expect(question.getByText("Type Bob's Fairway Friends to delete the group")).toBeVisible()
  await expect(question.getByLabel("Type the Group's Name")).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('bob’s fairway friends')
  await page.keyboard.press('Enter')
  await expectToast(
    page,
    'Group Deleted',
    "Bob's Fairway Friends has been deleted. We emailed its other members.",
  )
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('main')).not.toContainText("Bob's Fairway Friends")
  await expect(memberPage.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()
  await page.goto(`/${group.slug}`)
  await expect(page.getByRole('heading', { name: 'Golf Group Not Found' })).toBeVisible()

  const superAdminPage = await phones.open({
    as: cast.superAdmin,
    at: `/super-admin?table=deleted-groups`,
  })
  await superAdminPage.getByLabel('Search deleted groups').fill('fairway')
  await superAdminPage.getByRole('button', { name: "Restore Bob's Fairway Friends" }).click()
  await expectToast(
    superAdminPage,
    'Group Restored',
    "Bob's Fairway Friends is back. We emailed its members.",
  )
  await expect(
    superAdminPage.getByRole('heading', { name: 'No deleted groups found' }),
  ).toBeVisible()
  await memberPage.reload()
  await expect(memberPage.getByRole('heading', { name: "Bob's Fairway Friends" })).toBeVisible()
  await superAdminPage.getByRole('link', { name: 'Audit Log' }).click()
  await superAdminPage.getByLabel('Search entries').fill("bob's fairway")
  await expect(superAdminPage.getByText("restored the group Bob's Fairway Friends.")).toBeVisible()
  await expect(superAdminPage.getByText("deleted the group Bob's Fairway Friends.")).toBeVisible()
})

test('keeps the group and the typed text when deleting fails', { tag: '@thorough' }, async ({
  testServer,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Last Round' })
  const page = await phones.open({ as: group.owner, at: `/${group.slug}/members` })
  await page.getByRole('button', { name: 'Group Settings' }).click()
  await page.getByRole('button', { name: 'Delete Group' }).click()
  const question = page.getByRole('dialog', { name: 'Delete this group?' })
  await question.getByLabel("Type the Group's Name").fill('Last Round')
  phones.tolerate(/net::ERR_INTERNET_DISCONNECTED/)
  await page.context().setOffline(true)
  await question.getByRole('button', { name: 'Delete Group' }).click()
  await expect(page.getByText('Failed to Delete Group', { exact: true })).toBeVisible()
  await expect(question.getByLabel("Type the Group's Name")).toHaveValue('Last Round')
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Delete Group' }).click()
  await expect(page).toHaveURL('/dashboard')
})
