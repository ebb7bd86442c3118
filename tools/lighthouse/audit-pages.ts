// `npm run lighthouse`: audits the built app's pages on a phone. Fails if a score is below 95 of 100. With
// paths as arguments, audits only those pages. Scores are the medians of five runs. The performance score
// depends on the machine: see docs/measurements.md.
import lighthouse, { type Result } from 'lighthouse'
import { startTestServer, type TestServer } from '../../e2e/testing/test-server.ts'
import { DEMO_GOLFERS } from '../demo/demo-group.ts'
import { DEMO_PASSWORD, DEMO_SLUG } from '../demo/seed-demo.ts'
import { openBrowser, type StoredItem } from './open-browser.ts'

const MIN_SCORE = 95
const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const PAGES = [
  { path: '/', isSignedIn: false },
  { path: '/login', isSignedIn: false },
  { path: `/${DEMO_SLUG}`, isSignedIn: true },
] as const

/** The scores of a page, from 0 to 100, and the audits that failed in any run. */
interface Verdict {
  readonly scores: Readonly<Record<Category, number>>
  readonly failedAudits: ReadonlySet<string>
}

async function auditPage(url: string, port: number, isSignedIn: boolean): Promise<Verdict> {
  const runs: Result[] = []
  for (let run = 0; run < RUNS; run += 1) {
    runs.push(await auditOnce(url, port, isSignedIn))
  }
  const medianScore = (category: Category) => median(runs.map((lhr) => scoreOf(lhr, category)))
  return {
    scores: {
      performance: medianScore('performance'),
      accessibility: medianScore('accessibility'),
      'best-practices': medianScore('best-practices'),
      seo: medianScore('seo'),
    },
    failedAudits: new Set(runs.flatMap(failedAuditsOf)),
  }
}

/**
 * Returns the result of one audit. If Lighthouse cannot finish the audit, tries again: on a busy machine, the
 * browser can lose part of its own trace.
 */
async function auditOnce(
  url: string,
  port: number,
  isSignedIn: boolean,
  remainingTries = 2,
): Promise<Result> {
  const answer = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    maxWaitForFcp: 90_000,
    maxWaitForLoad: 90_000,
    // Keep local storage if it contains a session.
    disableStorageReset: isSignedIn,
  })
  if (answer !== undefined && answer.lhr.runtimeError === undefined) return answer.lhr
  if (remainingTries > 1) return auditOnce(url, port, isSignedIn, remainingTries - 1)
  throw new Error(`Lighthouse could not audit ${url}: ${answer?.lhr.runtimeError?.message}`)
}

function scoreOf(lhr: Result, category: Category): number {
  return Math.round((lhr.categories[category]?.score ?? 0) * 100)
}

function failedAuditsOf(lhr: Result): string[] {
  return Object.values(lhr.categories).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = lhr.audits[id]
      const isPassed = audit?.score === null || audit?.score === undefined || audit.score >= 0.9
      return weight === 0 || isPassed ? [] : [`${audit.title}: ${audit.displayValue ?? 'failed'}`]
    }),
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

async function logInAsOwner({ server }: TestServer): Promise<StoredItem> {
  const answer = await server
    .phone()
    .post('/api/auth/login', { email: DEMO_GOLFERS[0].email, password: DEMO_PASSWORD })
  const { sessionId } = answer.body as { sessionId: string }
  return { url: `${server.url}/robots.txt`, name: 'sessionId', value: sessionId }
}

/** Audits a page and prints its scores. Returns whether all scores are high enough. */
async function auditAndReport(
  testServer: TestServer,
  { path, isSignedIn }: (typeof PAGES)[number],
): Promise<boolean> {
  const browser = await openBrowser(isSignedIn ? await logInAsOwner(testServer) : undefined)
  try {
    const { scores, failedAudits } = await auditPage(
      testServer.server.url + path,
      browser.port,
      isSignedIn,
    )
    const cells = CATEGORIES.map((name) => String(scores[name]).padStart(16))
    console.log(path.padEnd(18) + cells.join(''))
    for (const failedAudit of failedAudits) console.log(`  ${failedAudit}`)
    return CATEGORIES.every((name) => scores[name] >= MIN_SCORE)
  } finally {
    await browser.close()
  }
}

const requestedPaths = process.argv.slice(2)
const testServer = await startTestServer()
try {
  console.log(`${'page'.padEnd(18)}${CATEGORIES.map((name) => name.padStart(16)).join('')}`)
  let allPassed = true
  for (const page of PAGES) {
    if (requestedPaths.length > 0 && !requestedPaths.includes(page.path)) continue
    allPassed = (await auditAndReport(testServer, page)) && allPassed
  }
  if (!allPassed) {
    console.log(`\nSome scores are below ${MIN_SCORE}.`)
    process.exitCode = 1
  }
} finally {
  await testServer.close()
}
