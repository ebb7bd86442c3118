import type { Page } from '@playwright/test'
import { expectVisibleFocus, focusedTagName, tabTo } from './testing/by-keyboard.ts'
import { expect, test } from './testing/journey.ts'
import { expectToast } from './testing/screen-parts.ts'

const DESKTOP = { width: 1280, height: 800 }

test('signs up on the landing page with the keyboard only', { tag: '@thorough' }, async ({
  phones,
}) => {
  const page = await phones.open({ at: '/', viewport: DESKTOP })
  const { keyboard } = page
  for (const [label, text] of [
    ['Group Name', 'Keyed In'],
    ['Your Name', 'Kay Board'],
    ['Your Email', 'kay'],
    ['Your Phone', '403-555-0142'],
  ] as const) {
    await tabTo(page, 'textbox', label)
    await keyboard.type(text)
  }
  await keyboard.press('Enter')
  await expect(page.getByLabel('Your Email')).toBeFocused()
  await expectVisibleFocus(page)
  await keyboard.type('@club.example')
  await tabTo(page, 'button', 'Start Free Trial')
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Check Your Email' })).toBeFocused()
})

test('creates, manages and transfers a group with the keyboard only', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const golfer = await testServer.make.golfer({ name: 'Kay Board' })
  const page = await phones.open({ as: golfer, at: '/create-group', viewport: DESKTOP })
  const { keyboard } = page

  await test.step('create a group', async () => {
    await tabTo(page, 'textbox', 'Group Name')
    await keyboard.type('Keys And Tees')
    await expect(page.getByText('/keys-and-tees is available.')).toBeVisible()
    await tabTo(page, 'button', 'Create Golf Group')
    await keyboard.press('Enter')
    await expect(page).toHaveURL('/keys-and-tees')
    await tabTo(page, 'link', 'Members')
    await keyboard.press('Enter')
  })

  const inviteButton = page.getByRole('button', { name: 'Invite', exact: true })
  await test.step('invite someone and create a link', async () => {
    await tabTo(page, 'button', 'Invite')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add Member' })
    await expect(dialog.getByRole('heading', { name: 'Invite Link' })).toBeFocused()
    await expect(dialog.getByRole('img', { name: 'QR code for the invite link' })).toBeVisible()
    await tabTo(page, 'button', 'Create Another Link')
    await keyboard.press('Enter')
    await expectToast(page, 'Invite Link Created', 'Send it to the golfers you want in the group.')
    await expect(dialog.getByRole('button', { name: 'Create Another Link' })).toBeFocused()
    await tabTo(page, 'button', 'Turn Off Link')
    await keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Keep' })).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, 'textbox', 'Name')
    await keyboard.type('Dev Patel')
    await keyboard.press('Tab')
    await keyboard.type('dev-by-keys@club.example')
    await keyboard.press('Tab')
    await keyboard.type('403-555-0111')
    await keyboard.press('Enter')
    await expectToast(
      page,
      'Member Added',
      'We sent an invitation to dev-by-keys@club.example. Dev Patel will join when they accept it.',
    )
    await expect(dialog).toBeHidden()
    await expect(inviteButton).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'Invite Link' })).toBeFocused()
    await closeDialogWithEscape(page)
    await expect(inviteButton).toBeFocused()
  })

  await test.step("open a member's menu", async () => {
    const { rows } = await testServer.db.$client.query<{ id: number }>(
      `select id from groups where slug = 'keys-and-tees'`,
    )
    const group = { id: rows[0]?.id ?? 0, slug: 'keys-and-tees', owner: golfer }
    await testServer.make.member(group, { name: 'Ben Adams' })
    await testServer.make.member(group, { name: 'Cleo Vance' })
    const menuButton = await tabTo(page, 'button', 'Actions for Ben Adams')
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Make admin' })).toBeFocused()
    await expectVisibleFocus(page)
    await keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expect(menuButton).toBeFocused()
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expectToast(
      page,
      'Admin Added',
      'Ben Adams can now approve and invite golfers, delay tee times, and end recurring ones.',
    )
    await expect(menuButton).toBeFocused()
    await keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Remove from group' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Keep' })).toBeFocused()
    await closeDialogWithEscape(page)
    await expect(menuButton).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('Tab')
    await expect(page.getByRole('menu')).toHaveCount(0)
    expect(await focusedTagName(page)).not.toBe('BODY')
    await tabTo(page, 'button', 'Actions for Cleo Vance')
    await keyboard.press('ArrowUp')
    await keyboard.press('Enter')
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectToast(page, 'Member Removed', 'Cleo Vance is no longer in the group.')
    await expect(page.getByRole('heading', { name: 'Group Members' })).toBeFocused()
  })

  await test.step('change settings and transfer', async () => {
    const settingsButton = await tabTo(page, 'button', 'Group Settings')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Group Settings' })
    await expect(dialog.getByLabel('Group Name')).toBeFocused()
    await closeDialogWithEscape(page)
    await expect(settingsButton).toBeFocused()
    await keyboard.press('Enter')
    await expect(dialog.getByLabel('Group Name')).toBeFocused()
    await keyboard.press('End')
    await keyboard.type('!')
    await keyboard.press('Enter')
    await expectToast(page, 'Group Updated', 'The settings have been saved.')
    await expect(settingsButton).toBeFocused()
    await keyboard.press('Enter')
    await tabTo(page, 'combobox', 'New Owner')
    await keyboard.type('Ben')
    await tabTo(page, 'button', 'Transfer Ownership')
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Keep Group' })).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expectToast(
      page,
      'Ownership Transferred',
      "Ben Adams now owns Keys And Tees!. You'll stay on as an admin.",
    )
    await expect(settingsButton).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Group Members' })).toBeFocused()
  })
})

test('operates the super admin screens with the keyboard only', { tag: '@thorough' }, async ({
  testServer,
  cast,
  phones,
}) => {
  const group = await testServer.make.group({ name: 'Keyless Club' })
  const page = await phones.open({ as: cast.superAdmin, at: '/admin', viewport: DESKTOP })
  const { keyboard } = page

  await test.step('status radio buttons and a new group', async () => {
    const createButton = await tabTo(page, 'button', 'Create Group')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Create Group' })
    await expect(dialog.getByLabel('Group Name')).toBeFocused()
    await closeDialogWithEscape(page)
    await expect(createButton).toBeFocused()
    await tabTo(page, 'searchbox', 'Search groups')
    await keyboard.type(group.slug)
    await expect(page.getByRole('status').filter({ hasText: /^1 group$/ })).toBeVisible()
    const activeRadio = await tabTo(page, 'radio', 'Active')
    await keyboard.press('ArrowRight')
    await expectToast(page, 'Group Deactivated', 'Keyless Club is now inactive.')
    await expect(page.getByRole('radio', { name: 'Inactive' })).toBeFocused()
    await keyboard.press('ArrowLeft')
    await expectToast(page, 'Group Activated', 'Keyless Club is now active.')
    await expect(activeRadio).toBeFocused()
  })

  await test.step('tables and their dialogs', async () => {
    await tabTo(page, 'link', 'Super Admin')
    await keyboard.press('Enter')
    for (const table of ['Memberships', 'Audit Log', 'Users']) {
      await tabTo(page, 'link', table)
      await keyboard.press('Enter')
      const link = page.getByRole('link', { name: table, exact: true })
      await expect(link).toHaveAttribute('aria-current', 'page')
      await expect(link).toBeFocused()
    }
    const resetButton = await tabTo(page, 'button', /^Reset password for /)
    await keyboard.press('Enter')
    await expect(page.getByLabel('New Password', { exact: true })).toBeFocused()
    await closeDialogWithEscape(page)
    expect(
      await resetButton.evaluateAll((all) => all.includes(document.activeElement as never)),
    ).toBe(true)
    await tabTo(page, 'link', 'Groups')
    await keyboard.press('Enter')
    await tabTo(page, 'searchbox', 'Search groups')
    await keyboard.type(group.slug)
    await expect(page.getByRole('status').filter({ hasText: /^1 group$/ })).toBeVisible()
    const expiryButton = await tabTo(page, 'button', 'Expiry for Keyless Club')
    await keyboard.press('Enter')
    await expect(page.getByLabel('Expiry Date')).toBeFocused()
    await closeDialogWithEscape(page)
    await expect(expiryButton).toBeFocused()
    await tabTo(page, 'button', 'Delete Keyless Club')
    await keyboard.press('Enter')
    await expect(page.getByLabel(`Type ${group.slug} to Confirm`)).toBeFocused()
    await keyboard.type(group.slug)
    await keyboard.press('Enter')
    await expectToast(page, 'Group Deleted', 'Keyless Club has been deleted.')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => focusedTagName(page)).not.toBe('BODY')
  })
})

/** Closes the open dialog. Repeats Escape, because an open toast is dismissed first. */
async function closeDialogWithEscape(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()
}
