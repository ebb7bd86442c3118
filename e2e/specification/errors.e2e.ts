import { COURSE, claim, postTeeTime } from '../testing/actions.ts'
import { expect, test } from '../testing/journey.ts'
import { expectToast, openDetails } from '../testing/screen-parts.ts'
import { FAILURES, superAdmin } from './failures.ts'

/**
 * Section 8 of the specification: the toast of each failure, with its fallback text if the server sends no
 * message.
 */

const SERVER_MESSAGE = 'The greenkeeper says no.'

test.describe("destructive toasts: the fallback or the server's message", () => {
  for (const { title, fallback, call, as, at, action, ownerPlays, onTrial } of FAILURES) {
    const role = as === superAdmin ? ' (super admin)' : ''
    test(`${title}${role} · ${fallback}`, { tag: '@thorough' }, async ({ testServer, phones }) => {
      phones.tolerate(/status of 500/)
      const group = await testServer.make.group(
        onTrial ? { expiryDate: new Date(Date.now() + 5 * 86_400_000) } : {},
      )
      const stage = {
        group,
        member: await testServer.make.member(group),
        superAdmin: await testServer.make.golfer({ isSuperAdmin: true }),
      }
      await testServer.make.teeTime(group, {
        course: COURSE,
        ...(ownerPlays && { players: [group.owner] }),
      })
      const page = await phones.open({ as: as?.(stage) })
      const [method, path] = call
      for (const [response, shownMessage] of [
        [{ status: 500, body: '' }, fallback],
        [{ status: 409, json: { message: SERVER_MESSAGE, code: 'NOT_ELIGIBLE' } }, SERVER_MESSAGE],
      ] as const) {
        await page.unrouteAll()
        await page.route(
          (url) => path.test(url.pathname),
          (route) =>
            route.request().method() === method ? route.fulfill(response) : route.fallback(),
        )
        await page.goto(typeof at === 'string' ? at : at(stage))
        await action(page, stage)
        await expectToast(page, title, shownMessage)
      }
    })
  }
})

test('Authentication Error · You must be logged in to create a tee time.', {
  tag: '@thorough',
}, async ({ testServer, phones }) => {
  const group = await testServer.make.group()
  const page = await phones.open({ as: group.owner })
  const sentUrls: string[] = []
  // Never answer the request for the signed-in golfer, so that only the group loads.
  await page.route('**/api/auth/me', () => undefined)
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/tee-times'))
      sentUrls.push(request.url())
  })
  await page.goto(`/${group.slug}`)
  await postTeeTime(page)
  await expectToast(page, 'Authentication Error', 'You must be logged in to create a tee time.')
  expect(sentUrls).toEqual([])
  await page.unrouteAll()
})

test.describe('other messages', () => {
  test('Failed to cleanup past tee times: in the console, not on the screen', {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    phones.tolerate(/status of 500/)
    const group = await testServer.make.group()
    await testServer.make.teeTime(group, { course: COURSE })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/cleanup/past-tee-times', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    const logMessage = page.waitForEvent('console', (line) =>
      line.text().startsWith('Failed to cleanup past tee times'),
    )
    await page.goto(`/${group.slug}`)
    await logMessage
    await expect(page.getByText('Failed to cleanup past tee times')).toHaveCount(0)
    await claim(page)
    await expectToast(page, 'Spot Claimed!', "You've successfully claimed a spot in this tee time.")
  })

  test('Weather data unavailable', { tag: '@thorough' }, async ({ testServer, phones }) => {
    phones.tolerate(/status of 500/)
    const group = await testServer.make.group()
    await testServer.make.teeTime(group, { course: COURSE })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/weather?*', (route) => route.fulfill({ status: 500, body: '' }))
    const logMessage = page.waitForEvent('console', (line) =>
      line.text().startsWith('Weather data unavailable'),
    )
    await page.goto(`/${group.slug}`)
    await openDetails(page.getByRole('article'))
    await expect(page.getByText('Weather data unavailable', { exact: true })).toBeVisible()
    expect((await logMessage).text()).toContain('500')
  })

  test('Failed to initialize subscription · Failed to initialize payment. Please try again.', {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    phones.tolerate(/status of 500/)
    const trialEnds = new Date(Date.now() + 5 * 86_400_000)
    const group = await testServer.make.group({ expiryDate: trialEnds })
    const page = await phones.open({ as: group.owner })
    await page.route('**/api/create-subscription', (route) =>
      route.fulfill({ status: 500, body: '' }),
    )
    for (const at of ['/subscribe', `/${group.slug}/subscribe`]) {
      await page.goto(at)
      await expectToast(
        page,
        'Failed to initialize subscription',
        'Failed to initialize payment. Please try again.',
      )
    }
  })

  test('No Trial Group Found · No trial groups found that need upgrading.', {
    tag: '@thorough',
  }, async ({ testServer, phones }) => {
    const page = await phones.open({ as: await testServer.make.golfer(), at: '/subscribe' })
    await expect(page.getByRole('heading', { name: 'No Trial Group Found' })).toBeVisible()
    await expect(
      page.getByText('No trial groups found that need upgrading.', { exact: true }),
    ).toBeVisible()
  })
})
