// `npm run measure:pages`: measures how soon the first pages paint and can be used on a slow phone, relative
// to a hello-world React page that is built and served in the same run. Prints each number and its target.
import { startTestServer, type TestServer } from '../../e2e/testing/test-server.ts'
import { DEMO_GOLFERS } from '../demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../demo/seed-demo.ts'
import { openBrowser } from '../lighthouse/open-browser.ts'
import { connectTo } from './devtools.ts'
import { startFloor } from './floor.ts'
import { closePhone, installServiceWorker, newPhone, type Visit, visit } from './slow-phone.ts'

const RUNS = 5
const HELLO = { selector: 'h1', text: 'Hello' }
const FORM = { selector: 'form', text: 'Sign In' }
const CLAIM = { selector: 'button', text: 'Claim Spot' }

interface Row {
  readonly metric: string
  /** A time in milliseconds, a number of requests, or a layout shift. */
  readonly value: number
  /** The time to divide `value` by, in milliseconds; undefined if `value` is not a time. */
  readonly floor?: number
  readonly target: number
}

async function sessionOf({ server }: TestServer, email: string): Promise<string> {
  const answer = await server.phone().post('/api/auth/login', { email, password: DEMO_PASSWORD })
  return (answer.body as { sessionId: string }).sessionId
}

function median(visits: readonly Visit[], measure: (visit: Visit) => number): number {
  const values = visits.map(measure).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}

/** Visits every page in every round, so that a busy moment of this machine doesn't affect only one page. */
async function measure(testServer: TestServer, floorUrl: string) {
  const { url } = testServer.server
  const session = await sessionOf(testServer, DEMO_GOLFERS[2].email)
  const login = `${url}/login`
  const home = `${url}/${DEMO_SLUG}`
  const seen = {
    floor: [] as Visit[],
    login: [] as Visit[],
    home: [] as Visit[],
    loginAgain: [] as Visit[],
    homeAgain: [] as Visit[],
  }
  const running = await openBrowser()
  const browser = await connectTo(running.port)
  try {
    // The first round warms up the browser and the server, and does not count.
    for (let run = 0; run <= RUNS; run += 1) {
      const record = (visits: Visit[], one: Visit) => run > 0 && visits.push(one)
      const stranger = await newPhone(browser)
      record(seen.floor, await visit(stranger, floorUrl, HELLO))
      await closePhone(stranger)
      const visitor = await newPhone(browser)
      record(seen.login, await visit(visitor, login, FORM))
      await installServiceWorker(visitor, login)
      record(seen.loginAgain, await visit(visitor, login, FORM))
      await closePhone(visitor)
      const golfer = await newPhone(browser, session)
      record(seen.home, await visit(golfer, home, CLAIM))
      await installServiceWorker(golfer, home)
      record(seen.homeAgain, await visit(golfer, home, CLAIM))
      await closePhone(golfer)
    }
  } finally {
    await running.close()
  }
  return seen
}

function rowsOf(seen: Awaited<ReturnType<typeof measure>>): Row[] {
  const floor = median(seen.floor, (one) => one.largestPaint)
  const firstPaint = (one: Visit) => one.firstPaint
  const usable = (one: Visit) => one.usable
  const requests = (one: Visit) => one.requests.length
  const shift = (one: Visit) => one.shift
  const time = (metric: string, value: number, target: number) => ({ metric, value, floor, target })
  const { login, home, loginAgain, homeAgain } = seen
  return [
    time(
      'login: largest contentful paint',
      median(login, (one) => one.largestPaint),
      1,
    ),
    time('login: form attached', median(login, usable), 1.6),
    { metric: 'login: requests', value: median(login, requests), target: 12 },
    { metric: 'login: layout shift', value: median(login, shift), target: 0 },
    time('group home: first contentful paint', median(home, firstPaint), 0.8),
    time('group home: first claim button usable', median(home, usable), 1.9),
    { metric: 'group home: requests', value: median(home, requests), target: 20 },
    { metric: 'group home: layout shift', value: median(home, shift), target: 0 },
    time('login again: first contentful paint', median(loginAgain, firstPaint), 0.6),
    time('login again: form attached', median(loginAgain, usable), 0.6),
    time('group home again: first contentful paint', median(homeAgain, firstPaint), 0.6),
    time('group home again: claim button usable', median(homeAgain, usable), 0.6),
  ]
}

function print(row: Row): boolean {
  const isTime = row.floor !== undefined
  const measured = isTime ? row.value / row.floor : row.value
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
const floor = await startFloor()
try {
  const seen = await measure(testServer, floor.url)
  const floorPaint = median(seen.floor, (one) => one.largestPaint)
  console.log(
    `a React hello page paints after ${Math.round(floorPaint)} ms; times are multiples of it\n`,
  )
  console.log(
    `${'figure'.padEnd(42)}${'median'.padStart(8)}${'measured'.padStart(9)}${'target'.padStart(7)}`,
  )
  const areMet = rowsOf(seen).map(print)
  if (process.argv.includes('--requests'))
    for (const [page, visits] of Object.entries(seen))
      console.log(`\n${page}\n  ${visits.at(-1)?.requests.join('\n  ')}`)
  if (areMet.includes(false)) process.exitCode = 1
} finally {
  await floor.close()
  await testServer.close()
}
