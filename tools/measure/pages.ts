// `npm run measure:pages`: measures how soon the first pages paint and can be used on a slow phone, relative
// to a hello-world React page that is built and served in the same run. Prints each number and its target.
import { startTestServer, type TestServer } from '../../e2e/testing/test-server.ts'
import { DEMO_GOLFERS } from '../demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../demo/seed-demo.ts'
import { openBrowser } from '../lighthouse/open-browser.ts'
import { connectTo } from './devtools.ts'
import { startHelloPage } from './hello-page.ts'
import { closePhone, installServiceWorker, newPhone, type Visit, visit } from './slow-phone.ts'

const RUNS = 5
const HELLO_HEADING = { selector: 'h1', text: 'Hello' }
const LOGIN_FORM = { selector: 'form', text: 'Sign In' }
const CLAIM_BUTTON = { selector: 'button', text: 'Claim Spot' }

interface Row {
  readonly metric: string
  /** A time in milliseconds, a number of requests, or a layout shift. */
  readonly value: number
  /** The time to divide `value` by, in milliseconds; undefined if `value` is not a time. */
  readonly baselineMs?: number
  readonly target: number
}

async function logIn({ server }: TestServer, email: string): Promise<string> {
  const answer = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
  return (answer.body as { sessionId: string }).sessionId
}

function median(visits: readonly Visit[], measure: (visit: Visit) => number): number {
  const values = visits.map(measure).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Visits every page in every round, so that a busy moment of this machine doesn't affect only one page. */
async function measure(testServer: TestServer, helloUrl: string) {
  const { url } = testServer.server
  const session = await logIn(testServer, DEMO_GOLFERS[2].email)
  const loginUrl = `${url}/login`
  const homeUrl = `${url}/${DEMO_SLUG}`
  const visitsByPage = {
    helloPage: [] as Visit[],
    login: [] as Visit[],
    home: [] as Visit[],
    loginAgain: [] as Visit[],
    homeAgain: [] as Visit[],
  }
  const openedBrowser = await openBrowser()
  const browser = await connectTo(openedBrowser.port)
  try {
    // The first round warms up the browser and the server, and does not count.
    for (let run = 0; run <= RUNS; run += 1) {
      const record = (visits: Visit[], one: Visit) => run > 0 && visits.push(one)
      const stranger = await newPhone(browser)
      record(visitsByPage.helloPage, await visit(stranger, helloUrl, HELLO_HEADING))
      await closePhone(stranger)
      const visitor = await newPhone(browser)
      record(visitsByPage.login, await visit(visitor, loginUrl, LOGIN_FORM))
      await installServiceWorker(visitor, loginUrl)
      record(visitsByPage.loginAgain, await visit(visitor, loginUrl, LOGIN_FORM))
      await closePhone(visitor)
      const golfer = await newPhone(browser, session)
      record(visitsByPage.home, await visit(golfer, homeUrl, CLAIM_BUTTON))
      await installServiceWorker(golfer, homeUrl)
      record(visitsByPage.homeAgain, await visit(golfer, homeUrl, CLAIM_BUTTON))
      await closePhone(golfer)
    }
  } finally {
    await openedBrowser.close()
  }
  return visitsByPage
}

function rowsOf(visitsByPage: Awaited<ReturnType<typeof measure>>): Row[] {
  const baselineMs = median(visitsByPage.helloPage, (one) => one.largestPaint)
  const firstPaint = (one: Visit) => one.firstPaint
  const usableAt = (one: Visit) => one.usableAt
  const requests = (one: Visit) => one.requests.length
  const layoutShift = (one: Visit) => one.layoutShift
  const timeRow = (metric: string, value: number, target: number) => ({
    metric,
    value,
    baselineMs,
    target,
  })
  const { login, home, loginAgain, homeAgain } = visitsByPage
  return [
    timeRow(
      'login: largest contentful paint',
      median(login, (one) => one.largestPaint),
      1,
    ),
    timeRow('login: form attached', median(login, usableAt), 1.6),
    { metric: 'login: requests', value: median(login, requests), target: 12 },
    { metric: 'login: layout shift', value: median(login, layoutShift), target: 0 },
    timeRow('group home: first contentful paint', median(home, firstPaint), 0.8),
    timeRow('group home: first claim button usable', median(home, usableAt), 1.9),
    { metric: 'group home: requests', value: median(home, requests), target: 20 },
    { metric: 'group home: layout shift', value: median(home, layoutShift), target: 0 },
    timeRow('login again: first contentful paint', median(loginAgain, firstPaint), 0.6),
    timeRow('login again: form attached', median(loginAgain, usableAt), 0.6),
    timeRow('group home again: first contentful paint', median(homeAgain, firstPaint), 0.6),
    timeRow('group home again: claim button usable', median(homeAgain, usableAt), 0.6),
  ]
}

function printRow(row: Row): boolean {
  const isTime = row.baselineMs !== undefined
  const measured = isTime ? row.value / row.baselineMs : row.value
  // Layout shift is a fraction of the screen. Less than a thousandth counts as no shift.
  const isMet = Math.floor(measured * 1000) / 1000 <= row.target
  const cells = [
    row.metric.padEnd(42),
    (isTime ? `${Math.round(row.value)} ms` : '').padStart(8),
    (isTime ? measured.toFixed(2) : String(Math.round(measured * 1000) / 1000)).padStart(8),
    String(row.target).padStart(8),
    isMet ? '  holds' : '  missed',
  ]
  console.log(cells.join(''))
  return isMet
}

const testServer = await startTestServer()
const helloPage = await startHelloPage()
try {
  const visitsByPage = await measure(testServer, helloPage.url)
  const helloPaintMs = median(visitsByPage.helloPage, (one) => one.largestPaint)
  console.log(
    `a React hello page paints after ${Math.round(helloPaintMs)} ms; times are multiples of it\n`,
  )
  console.log(
    `${'figure'.padEnd(42)}${'median'.padStart(8)}${'measured'.padStart(9)}${'target'.padStart(7)}`,
  )
  const areMet = rowsOf(visitsByPage).map(printRow)
  const { helloPage: floor, ...appPages } = visitsByPage
  if (process.argv.includes('--requests'))
    for (const [page, visits] of Object.entries({ floor, ...appPages }))
      console.log(`\n${page}\n  ${visits.at(-1)?.requests.join('\n  ')}`)
  if (areMet.includes(false)) process.exitCode = 1
} finally {
  await helloPage.close()
  await testServer.close()
}
