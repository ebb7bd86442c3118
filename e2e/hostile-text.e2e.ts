import type { Page } from '@playwright/test'
import {
  fillAllFields,
  findWrongRefusals,
  PAYLOADS,
  payload,
  setUpAccounts,
  shownName,
  storedPayload,
} from './testing/hostile-data.ts'
import { expect, type Phones, test } from './testing/journey.ts'
import { tapUntilAccepted } from './testing/screen-parts.ts'

/** One payload of each shape in payloads.ts. */
const ONE_OF_EACH = PAYLOADS.slice(0, 25)
const TABLE_PAGES = [1, 2, 3, 4]

/** Opens a phone without the content security policy, so that only escaping stops a script. */
async function openWithScriptAlarm(phones: Phones, as?: { readonly session: string }) {
  const page = await phones.open({ as, bypassCSP: true })
  page.setDefaultTimeout(20_000)
  const scriptRuns: string[] = []
  await page.exposeFunction('xss', (n: unknown) => {
    scriptRuns.push(`payload ${n} ran on ${page.url()}`)
  })
  page.on('dialog', (dialog) => {
    scriptRuns.push(`${dialog.message()} on ${page.url()}`)
    void dialog.dismiss()
  })
  await page.route('**/api/weather?*', (route) =>
    route.fulfill({
      json: {
        condition: payload(route.request().url().length),
        temperature: 12,
        windSpeed: 9,
        windDirection: null,
        precipProbability: 10,
      },
    }),
  )
  return {
    page,
    /** Returns the scripts that have run since the last call, and markup that isn't from our templates. */
    async takeFindings(): Promise<string[]> {
      // Scripts in payloads may run a moment later, when an image fails to load or the focus changes.
      await page.waitForTimeout(50)
      const traces = await page.evaluate(tracesOfMarkup)
      return [...scriptRuns.splice(0), ...traces.map((trace) => `${trace} on ${page.url()}`)]
    },
  }
}

function tracesOfMarkup(): string[] {
  const canRunScript = (element: Element) =>
    (/^(iframe|math|video)$/i.test(element.tagName) && !element.matches('[data-mail]')) ||
    [...element.attributes].some(
      ({ name, value }) =>
        name.startsWith('on') ||
        (/(href|src|action|data)$/i.test(name) && /^\s*javascript:/i.test(value)),
    )
  const mails = [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-mail]')]
  return [document, ...mails.map(({ contentDocument }) => contentDocument)]
    .flatMap((root) => [...(root?.querySelectorAll('*') ?? [])])
    .filter(canRunScript)
    .map(({ outerHTML }) => outerHTML)
}

async function goWithoutReload(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

const waitForText = (page: Page, text: string) => page.getByText(text).first().waitFor()

test('never runs any of 200 script payloads entered in every text field and shown on every screen', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  // This test shows hundreds of screens, which takes minutes on a slow machine.
  test.setTimeout(900_000)
  const hostileData = await test.step('fill in every field', () => fillAllFields(testServer))
  const { owner, superAdmin, invitingGroups, invitee, inviteTokens } = hostileData
  const [{ slug }, { slug: otherSlug }] = hostileData.groups
  const findings: string[] = []

  await test.step('fields that reject payloads return a JSON error', async () => {
    expect(await findWrongRefusals(testServer, hostileData)).toEqual([])
  })

  const ownerPhone = await openWithScriptAlarm(phones, owner)
  const { page } = ownerPhone
  const collectFindings = async () => void findings.push(...(await ownerPhone.takeFindings()))

  await test.step('the test detects a script that runs', async () => {
    await page.goto('/login')
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<img src=nowhere onerror=xss(1)>')
    })
    const takeAll = async () => (await ownerPhone.takeFindings()).join('\n')
    await expect.poll(takeAll).toMatch(/^payload 1 ran on/m)
    expect(await takeAll()).toMatch(/^<img src="nowhere"/m)
  })

  await test.step('group page and members', async () => {
    for (const [groupSlug, last] of [
      [slug, 99],
      [otherSlug, 199],
    ] as const) {
      await page.goto(`/${groupSlug}`)
      await expect(page.getByRole('article')).toHaveCount(100)
      await waitForText(page, storedPayload(last))
      await collectFindings()
      await page.goto(`/${groupSlug}/members`)
      await expect(page.getByRole('button', { name: /^Approve / })).toHaveCount(100)
      await expect(page.getByRole('button', { name: /^Actions for / })).toHaveCount(101)
      await collectFindings()
    }
  })

  await test.step('group dialogs and toasts that name a golfer', async () => {
    const button = (text: string) => page.getByRole('button', { name: text, exact: true }).first()
    await button(`Actions for ${shownName(120)}`).click()
    await collectFindings()
    await page.getByRole('menuitem', { name: 'Remove from group' }).click()
    await waitForText(page, `${shownName(120)} (member-120@club.example)`)
    await collectFindings()
    await page.getByRole('button', { name: 'Remove Member' }).click()
    await waitForText(page, `${shownName(120)} is no longer in the group.`)
    await collectFindings()
    await button(`Approve ${shownName(130)}`).click()
    const approved = `We emailed ${shownName(130)} an invitation. They'll join when they accept it.`
    await waitForText(page, approved)
    await collectFindings()
    await tapUntilAccepted(button(`Decline ${shownName(140)}`))
    await waitForText(page, `We won't notify ${shownName(140)}. They can ask again.`)
    await collectFindings()
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('img', { name: 'QR code for the invite link' }).waitFor()
    await collectFindings()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Group Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Group Settings' })
    await expect(settings.getByRole('option')).not.toHaveCount(1)
    await collectFindings()
    await settings.getByLabel('New Owner').selectOption({ index: 7 })
    await settings.getByRole('button', { name: 'Transfer Ownership' }).click()
    await page.getByText("You can't undo this.").waitFor()
    await collectFindings()
  })

  await test.step('open invitations and the withdraw dialog', async () => {
    for (const [n, { slug: groupSlug }] of invitingGroups.entries()) {
      await page.goto(`/${groupSlug}/members`)
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'guest-' })
      await expect(rows).toHaveCount(PAYLOADS.length / invitingGroups.length)
      const invitedRow = rows.filter({ hasText: `guest-${n + 100}@` })
      await expect(invitedRow).toContainText(shownName(n + 100))
      await collectFindings()
      await invitedRow.getByRole('button').click()
      await page.getByRole('menuitem', { name: 'Withdraw invitation' }).click()
      await waitForText(page, `${shownName(n + 100)} (guest-${n + 100}@club.example)`)
      await collectFindings()
      await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
      await expect(invitedRow).toHaveCount(0)
      await collectFindings()
    }
  })

  await test.step('invitations on the dashboard', async () => {
    const inviteePhone = await openWithScriptAlarm(phones, invitee)
    const { page } = inviteePhone
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: /^Accept / })).toHaveCount(PAYLOADS.length)
    findings.push(...(await inviteePhone.takeFindings()))
    for (const n of [7, 22]) {
      await page.getByRole('button', { name: `Decline ${storedPayload(n)}`, exact: true }).click()
      await page.getByRole('dialog', { name: 'Decline this invitation?' }).waitFor()
      await waitForText(page, `${storedPayload(n)} can't invite you again`)
      findings.push(...(await inviteePhone.takeFindings()))
      await page.getByRole('button', { name: 'Decline', exact: true }).click()
      await waitForText(page, `You didn't join ${storedPayload(n)}.`)
      findings.push(...(await inviteePhone.takeFindings()))
    }
    await page.getByRole('button', { name: `Accept ${storedPayload(8)}`, exact: true }).click()
    await waitForText(page, `You're now in ${storedPayload(8)}.`)
    findings.push(...(await inviteePhone.takeFindings()))
  })

  await test.step('groups with every kind of name', async () => {
    await page.goto('/dashboard')
    await waitForText(page, storedPayload(199))
    await collectFindings()
    for (const n of ONE_OF_EACH.keys()) {
      await goWithoutReload(page, `/customer-${n}`)
      await expect(page.locator('h1')).toHaveText(storedPayload(n))
      await goWithoutReload(page, `/customer-${n}/profile`)
      await waitForText(page, `${storedPayload(n)} Member`)
      await goWithoutReload(page, `/customer-${n}/subscribe`)
      await waitForText(page, storedPayload(n))
      await collectFindings()
    }
  })

  await test.step('profile and signed-in devices', async () => {
    await page.route('**/api/auth/sessions', (route) => {
      const at = new Date().toISOString()
      return route.fulfill({
        json: PAYLOADS.map((device, n) => ({
          device,
          createdAt: new Date(n).toISOString(),
          lastSeenAt: at,
          isCurrent: n === 0,
        })),
      })
    })
    await page.goto(`/${slug}/profile`)
    await waitForText(page, storedPayload(0))
    await page.getByRole('button', { name: "Where I'm signed in" }).click()
    await waitForText(page, storedPayload(199))
    await collectFindings()
  })

  await test.step('URLs', async () => {
    // The stranger's dashboard is empty, so it loads fast.
    const strangerPhone = await openWithScriptAlarm(phones, await testServer.make.golfer())
    const { page } = strangerPhone
    await page.goto('/dashboard')
    for (const [n, text] of [...ONE_OF_EACH, '//stranger.example', 'data:text/html,x'].entries()) {
      const encoded = encodeURIComponent(text)
      const addresses = [
        `/${encoded}`,
        `/${slug}/${encoded}`,
        `/invite/${encoded}`,
        `/welcome/${encoded}`,
      ]
      for (const address of [addresses[n % addresses.length] ?? '', `/login?redirect=${encoded}`]) {
        await goWithoutReload(page, address)
        await page.locator('h1').first().waitFor()
      }
      findings.push(...(await strangerPhone.takeFindings()))
      expect(new URL(page.url()).origin).toBe(new URL(testServer.server.url).origin)
    }
    for (const text of ONE_OF_EACH.slice(0, 5)) {
      const encoded = encodeURIComponent(text)
      await page.goto(`/${encoded}?redirect=${encoded}`)
      await page.locator('h1').first().waitFor()
      findings.push(...(await strangerPhone.takeFindings()))
    }
  })

  await test.step('public pages', async () => {
    const visitorPhone = await openWithScriptAlarm(phones)
    const { page } = visitorPhone
    const text = encodeURIComponent(ONE_OF_EACH.join(' '))
    for (const at of ['/', '/purchase', '/login', '/super-admin-login']) {
      await page.goto(`${at}?name=${text}&payment=${text}#${text}`)
      await page.locator('h1').first().waitFor()
      findings.push(...(await visitorPhone.takeFindings()))
    }
    for (const [n, token] of inviteTokens.entries()) {
      await page.goto(`/invite/${token}`)
      await waitForText(page, n === 0 ? storedPayload(0) : payload(3))
      findings.push(...(await visitorPhone.takeFindings()))
    }
    await page.goto('/')
    await page.getByLabel('Group Name').fill(payload(1))
    await page.getByLabel('Custom URL').fill('payload-by-hand')
    await page.getByLabel('Description').fill(payload(2))
    await page.getByLabel('Your Name').fill(payload(3))
    await page.getByLabel('Your Email').fill(payload(4))
    await page.getByLabel('Your Phone').fill(payload(5))
    await page.getByRole('button', { name: 'Start Free Trial' }).click()
    await page.getByText('Invalid email address').waitFor()
    await page.getByLabel('Your Email').fill('payload-by-hand@club.example')
    await page.getByLabel('Your Phone').fill('403-555-0199')
    await page.getByRole('button', { name: 'Start Free Trial' }).click()
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor()
    findings.push(...(await visitorPhone.takeFindings()))
  })

  await test.step('emails and the pages they link to', async () => {
    const mailViewer = await openWithScriptAlarm(phones)
    const readMails = async () => {
      const { rows } = await testServer.db.$client.query<{ recipient: string; html: string }>(
        `select recipient, html from messages where html like '%xss(%'`,
      )
      return rows
    }
    // Each payload is in several emails. Wait until most of the emails are stored.
    await expect
      .poll(async () => (await readMails()).length, { timeout: 60_000 })
      .toBeGreaterThan(999)
    const mails = await readMails()
    await mailViewer.page.goto('/api/openapi.json')
    for (let at = 0; at < mails.length; at += 250) {
      const shownMails = mails.slice(at, at + 250).map(({ html }) => html)
      await mailViewer.page.evaluate(async (all) => {
        const frames = all.map((html) => {
          const frame = document.createElement('iframe')
          frame.srcdoc = html
          frame.dataset['mail'] = ''
          return frame
        })
        const loaded = frames.map(
          (frame) => new Promise((done) => frame.addEventListener('load', done)),
        )
        document.body.replaceChildren(...frames)
        await Promise.all(loaded)
      }, shownMails)
      findings.push(...(await mailViewer.takeFindings()))
    }
    const welcomePathMailedTo = (address: string) => {
      const html = mails.find(({ recipient }) => recipient === `${address}@club.example`)?.html
      return /\/welcome\/[\w-]+/.exec(html ?? '')?.[0] ?? `no mail to ${address}`
    }
    const nameField = mailViewer.page.getByLabel('Name', { exact: true })
    await mailViewer.page.goto(welcomePathMailedTo('trial-0'))
    for (const n of ONE_OF_EACH.keys()) {
      await goWithoutReload(mailViewer.page, welcomePathMailedTo(`trial-${n}`))
      await expect(mailViewer.page.locator('h1')).toHaveText(storedPayload(n))
      await goWithoutReload(mailViewer.page, welcomePathMailedTo(`guest-${n}`))
      await expect(nameField).toHaveValue(storedPayload(n))
      await goWithoutReload(mailViewer.page, welcomePathMailedTo(`stranger-${n}`))
      await expect(nameField).toHaveValue(storedPayload(n))
      findings.push(...(await mailViewer.takeFindings()))
    }
    await setUpAccounts(
      testServer,
      PAYLOADS.map((_, n) => welcomePathMailedTo(`trial-${n}`)),
    )
  })

  await test.step('super admin tables and their dialogs', async () => {
    const adminPhone = await openWithScriptAlarm(phones, superAdmin)
    const { page } = adminPhone
    const collectFindings = async () => void findings.push(...(await adminPhone.takeFindings()))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('/super-admin')
    for (const [table, search] of [
      ['users', 'member-'],
      ['users', 'trial-'],
      ['groups', 'customer-'],
      ['memberships', 'member-'],
      ['audit-log', 'settings'],
      ['audit-log', 'member invited'],
      ['audit-log', 'group created'],
    ]) {
      for (const number of TABLE_PAGES) {
        await goWithoutReload(page, `/super-admin?table=${table}&search=${search}&page=${number}`)
        const first = (number - 1) * 50 + 1
        await page
          .getByRole('status')
          .filter({ hasText: `${first}–` })
          .first()
          .waitFor()
      }
      await collectFindings()
    }
    for (const text of ONE_OF_EACH) {
      const search = encodeURIComponent(`${text}?`)
      await goWithoutReload(page, `/super-admin?table=audit-log&search=${search}`)
      await waitForText(page, `Your search for "${text}?" has no matches.`)
    }
    await collectFindings()
    for (const [table, search, button] of [
      ['users', 'member-7@', /^Reset password for /],
      ['users', 'member-7@', /^Delete /],
      ['groups', 'customer-7', /^Expiry for /],
      ['groups', 'customer-7', /^Delete /],
    ] as const) {
      await goWithoutReload(page, `/super-admin?table=${table}&search=${search}`)
      await page.getByRole('button', { name: button }).first().click()
      await page.getByRole('dialog').waitFor()
      await collectFindings()
      await page.keyboard.press('Escape')
    }
    for (const number of TABLE_PAGES) {
      await goWithoutReload(page, `/admin?search=customer-&page=${number}`)
      const first = (number - 1) * 50 + 1
      await page
        .getByRole('status')
        .filter({ hasText: `${first}–` })
        .first()
        .waitFor()
      await collectFindings()
    }
    for (const address of ['/super-admin/messages', '/super-admin/messages?table=days']) {
      await goWithoutReload(page, address)
      await page.getByRole('table').waitFor()
      await collectFindings()
    }
    await goWithoutReload(page, '/admin?search=customer-199')
    const row = page.getByRole('listitem').filter({ hasText: '/customer-199' })
    await row.getByRole('radio', { name: 'Inactive' }).click()
    await waitForText(page, `${storedPayload(199)} is now inactive.`)
    await collectFindings()
  })

  expect(findings).toEqual([])
})
