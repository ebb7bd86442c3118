// `npm run measure:taps`: counts the steps of the main tasks on a phone: taps, fields to fill in, and emails
// to open. Also measures how many seconds each task takes. With --steps, also prints each step.
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { dateIn, emailedLink } from '../../e2e/testing/screen-parts.ts'
import { startTestServer, type TestServer } from '../../e2e/testing/test-server.ts'
import config from '../../playwright.config.ts'

const COURSE = 'Lakeview'
const PASSWORD = 'nineteenth-hole'

class PhoneUser {
  readonly page: Page
  readonly steps: string[] = []
  readonly #startedAt = performance.now()

  constructor(page: Page) {
    this.page = page
  }

  get seconds(): number {
    return (performance.now() - this.#startedAt) / 1_000
  }

  async tap(button: string): Promise<void> {
    this.steps.push(`tap ${button}`)
    await this.page.getByRole('button', { name: button, exact: true }).tap()
  }

  async fill(label: string, text: string): Promise<void> {
    this.steps.push(`fill in ${label}`)
    await this.page.getByLabel(label, { exact: true }).fill(text)
  }

  async openMail(testServer: TestServer, address: string): Promise<void> {
    const link = await emailedLink(testServer, address)
    this.steps.push('open the link in the email')
    await this.page.goto(new URL(link, testServer.server.url).href)
  }

  /** Waits until a button is visible without scrolling. */
  async waitForVisible(button: string): Promise<void> {
    const target = this.page.getByRole('button', { name: button, exact: true })
    await expect(target).toBeInViewport({ ratio: 1, timeout: 30_000 })
  }

  /** Runs `act`, and waits until the server has accepted the POST that it causes. */
  async waitForPost(call: RegExp, act: () => Promise<void>): Promise<void> {
    const [answer] = await Promise.all([
      this.page.waitForResponse(
        (response) => response.request().method() === 'POST' && call.test(response.url()),
      ),
      act(),
    ])
    if (!answer.ok()) throw new Error(`${answer.url()} returned ${answer.status()}`)
  }
}

interface Task {
  readonly name: string
  /** The task may take at most this many steps. */
  readonly target: number
  /**
   * Prepares the task. Returns the golfer's session (undefined for a visitor), the path where the task
   * begins, and a function that does the task.
   */
  readonly prepare: (testServer: TestServer) => Promise<{
    readonly session?: string
    readonly startPath: string
    readonly doTask: (user: PhoneUser) => Promise<void>
  }>
}

const TASKS: readonly Task[] = [
  {
    name: 'open the app -> spot claimed',
    target: 1,
    async prepare({ make }) {
      const group = await make.group()
      await make.teeTime(group, { course: COURSE })
      return {
        session: (await make.member(group)).session,
        startPath: `/${group.slug}`,
        doTask: (user) => user.waitForPost(/\/claim$/, () => user.tap('Claim Spot')),
      }
    },
  },
  {
    name: 'group home -> tee time posted at a known course',
    target: 4,
    async prepare({ make }) {
      const group = await make.group()
      await make.teeTime(group, { course: COURSE, date: dateIn(4) })
      return {
        session: (await make.member(group)).session,
        startPath: `/${group.slug}`,
        async doTask(user) {
          await user.tap('Create New Tee Time')
          await user.tap(COURSE)
          await user.tap('Tomorrow')
          await user.waitForPost(/\/tee-times$/, () => user.tap('Post Tee Time'))
        },
      }
    },
  },
  {
    name: 'landing page -> owner with an invite link to send',
    target: 8,
    async prepare(testServer) {
      const email = 'wendy@walkers.example'
      return {
        startPath: '/',
        async doTask(user) {
          await user.fill('Group Name', 'Wednesday Walkers')
          await user.fill('Your Name', 'Wendy Walker')
          await user.fill('Your Email', email)
          await user.fill('Your Phone', '403-555-0142')
          await user.tap('Start Free Trial')
          await user.openMail(testServer, email)
          await user.fill('Choose a Password', PASSWORD)
          await user.tap('Start the Group')
          await user.waitForVisible('Copy Link')
        },
      }
    },
  },
  {
    name: 'invite link without approval -> spot claimed',
    target: 6,
    async prepare(testServer) {
      const { make, server } = testServer
      const group = await make.group()
      await make.teeTime(group, { course: COURSE })
      const owner = server.phone(group.owner.session)
      const links = `/api/groups/${group.id}/invite-links`
      const { id, token } = (await owner.post(links)).body as { id: number; token: string }
      await owner.patch(`${links}/${id}`, { joinsWithoutApproval: true })
      const email = 'vera@visitors.example'
      return {
        startPath: `/invite/${token}`,
        async doTask(user) {
          await user.fill('Name', 'Vera Visitor')
          await user.fill('Email', email)
          await user.tap('Join Group')
          await user.openMail(testServer, email)
          await user.fill('New Password', PASSWORD)
          await user.waitForPost(/\/claim$/, () => user.tap('Join and Claim Spot'))
        },
      }
    },
  },
]

/** Does a task on a new phone and prints its row. Returns whether the task took few enough steps. */
async function measure(browser: Browser, testServer: TestServer, task: Task): Promise<boolean> {
  const { session, startPath, doTask } = await task.prepare(testServer)
  const localStorage = session === undefined ? [] : [{ name: 'sessionId', value: session }]
  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    storageState: { cookies: [], origins: [{ origin: testServer.server.url, localStorage }] },
  })
  const page = await phone.newPage()
  const user = new PhoneUser(page)
  await page.goto(testServer.server.url + startPath)
  await doTask(user)
  const { seconds, steps } = user
  await phone.close()
  const isMet = steps.length <= task.target
  print(task.name, steps.length, task.target, seconds.toFixed(1), isMet ? 'holds' : 'missed')
  if (process.argv.includes('--steps')) console.log(`  ${steps.join('\n  ')}`)
  return isMet
}

function print(task: string, ...[steps, target, seconds, verdict]: (string | number)[]): void {
  const numbers = [steps, target, seconds].map((cell) => String(cell).padStart(9))
  console.log(`${task.padEnd(52)}${numbers.join('')}  ${verdict}`)
}

const testServer = await startTestServer()
const browser = await chromium.launch(config.use?.launchOptions)
try {
  print('task', 'steps', 'target', 'seconds', '')
  const areMet: boolean[] = []
  for (const task of TASKS) areMet.push(await measure(browser, testServer, task))
  if (areMet.includes(false)) process.exitCode = 1
} finally {
  await browser.close()
  await testServer.close()
}
