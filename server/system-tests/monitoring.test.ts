import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installDebianPackages } from '../../tools/setup/debian.mjs'
import { startTestApp, type TestApp } from './testing/test-app.ts'

const DEPLOY = new URL('../../deploy/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, DEPLOY), 'utf8').replaceAll('\\"', '"')

const rules = read('prometheus/alerts.yml')
const ruleTests = read('prometheus/alerts.test.yml')
const dashboard = read('grafana/fourball.json')
const runbook = read('../docs/runbook.md')

const uniqueMatches = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? match[0])),
]
const alerts = uniqueMatches(rules, /- alert: (\w+)/g)

/** Metrics that the test app does not export, because it makes no backups. */
const BACKUP_METRICS = [
  'fourball_backup_last_success_timestamp_seconds',
  'fourball_backup_last_verified_timestamp_seconds',
  'fourball_backup_last_failure_timestamp_seconds',
]

describe('alerts and dashboard', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test('use only metrics that the app exports, and recording rules that are defined', async () => {
    await app.phone().get('/healthz')
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const exported = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [`${name}`],
    )
    const defined = new Set([
      ...exported,
      ...uniqueMatches(rules, /- record: (\S+)/g),
      ...BACKUP_METRICS,
    ])
    for (const queries of [rules, dashboard]) {
      const used = uniqueMatches(
        queries,
        /\b(?:\w+:\w+:\w+|(?:fourball|http|nodejs|process)_\w+)\b/g,
      )
      expect(used.length).toBeGreaterThan(10)
      expect(used.filter((name) => !defined.has(name))).toEqual([])
    }
  })

  test('mention only routes that exist', () => {
    const urls = new Set(app.fastify.declaredRoutes.map(({ url }) => url))
    for (const queries of [rules, dashboard]) {
      const named = uniqueMatches(queries, /route="(\/api[^"]*)"/g)
      expect(named).not.toEqual([])
      expect(named.filter((route) => !urls.has(route))).toEqual([])
    }
  })
})

test('describes each alert in the runbook, and links to its section', () => {
  expect(uniqueMatches(runbook, /^### (\w+)$/gm).sort()).toEqual(alerts.toSorted())
  expect(uniqueMatches(rules, /runbook_url: docs\/runbook\.md#(\w+)/g)).toEqual(
    alerts.map((alert) => alert.toLowerCase()),
  )
  const sections = runbook.split(/^### /m).slice(1)
  for (const part of ['**Means:**', '**Look:**', '**Do:**']) {
    expect(sections.filter((section) => !section.includes(part))).toEqual([])
  }
})

test('has a test case for each alert in which the alert fires', () => {
  const firingPattern = /alertname: (\w+)\n\s+exp_alerts:\n/g
  expect(uniqueMatches(ruleTests, firingPattern).sort()).toEqual(alerts.toSorted())
})

test('the alert rules pass their tests', { tags: 'thorough' }, ({ skip }) => {
  const lacksPromtool = () => spawnSync('promtool', ['--version']).error !== undefined
  if (lacksPromtool()) {
    if (installDebianPackages(['prometheus'])) {
      // Installing the package may start Prometheus as a service. The test needs only promtool.
      spawnSync('systemctl', ['disable', '--now', 'prometheus'])
    }
    skip(lacksPromtool(), 'Install Debian’s package "prometheus", for promtool')
  }
  const { status, stdout, stderr } = spawnSync(
    'promtool',
    ['test', 'rules', fileURLToPath(new URL('prometheus/alerts.test.yml', DEPLOY))],
    { encoding: 'utf8' },
  )
  expect(`${stdout}${stderr}`).toContain('SUCCESS')
  expect(status).toBe(0)
})
