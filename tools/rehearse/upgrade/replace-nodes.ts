import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { connect } from '../../../server/platform/database/database.ts'
import { RELEASE } from '../../../server/platform/release.ts'
import {
  type ServerProcess,
  startServer,
} from '../../../server/system-tests/testing/server-process.ts'
import { type Load, PHONE_COUNT, startLoad } from './load.ts'
import type { NextRelease } from './next-release.ts'
import { startProxy } from './proxy.ts'

const NODES = 2

export interface StepResult {
  readonly name: string
  readonly seconds: number
  readonly requests: number
  readonly failedRequests: number
  readonly reconnects: number
  /** How many phones received a change on their live stream at the end of the step. */
  readonly listeningPhones: number
}

export interface Rehearsal {
  readonly steps: readonly StepResult[]
  readonly phones: number
  /** The reasons for failed requests, and all other deviations. Empty if all went well. */
  readonly deviations: readonly string[]
  readonly output: string
}

/**
 * Replaces two nodes behind HAProxy with nodes of the next release, one at a time, under load. After the
 * first of these replacements, also restarts the other node with this release, on the upgraded database. At
 * the end, replaces both nodes with nodes of this release.
 * @param databaseUrl an empty database
 * @param settleMs how long the load continues after each step, in milliseconds
 * @param signal aborts the rehearsal with an error
 */
export async function replaceNodes(
  databaseUrl: string,
  next: NextRelease,
  settleMs: number,
  signal?: AbortSignal,
): Promise<Rehearsal> {
  const closers: (() => unknown)[] = []
  try {
    const proxy = await startProxy(NODES)
    closers.push(proxy.stop)
    const nodes: ServerProcess[] = []
    const startedNodes: ServerProcess[] = []
    closers.push(() => Promise.all(nodes.map((node) => node.stop('SIGTERM'))))
    const deviations: string[] = []

    const start = async (n: number, main?: string) => {
      const env = { DATABASE_URL: databaseUrl, DEMO: '0', PORT: String(proxy.nodePorts[n]) }
      const node = await startServer({ ...env, HOST: '127.0.0.1' }, main)
      nodes[n] = node
      startedNodes.push(node)
    }
    /**
     * Stops a node and starts another node in its place. `main` is the main file of the release to start,
     * which is this release by default.
     */
    const replace = async (n: number, main?: string) => {
      const code = await nodes[n]?.stop('SIGTERM')
      if (code !== 0) deviations.push(`Node ${n + 1} exited with ${code}`)
      await start(n, main)
      await proxy.waitUntilAllUp()
    }

    await start(0)
    await start(1)
    await proxy.waitUntilAllUp()
    const db = connect({ url: databaseUrl })
    closers.push(() => db.$client.end())
    const load = await startLoad(db, proxy.url)
    const steps: StepResult[] = []
    const runStep = async (name: string, work: () => Promise<void>) => {
      steps.push(
        await measureStep(name, load, async () => {
          signal?.throwIfAborted()
          await work()
          await pause(settleMs, undefined, signal && { signal })
        }),
      )
    }
    let isStopped = false
    const stopLoad = async () => {
      if (isStopped) return
      isStopped = true
      deviations.push(...(await load.stop()))
    }
    closers.push(stopLoad)

    await runStep(`both nodes on ${RELEASE}`, async () => {})
    await runStep(`node 1: ${RELEASE} → ${next.release}`, () => replace(0, next.main))
    deviations.push(...(await findMissingEffects(databaseUrl)))
    await runStep(`node 2: ${RELEASE} starts again`, () => replace(1))
    await runStep(`node 2: ${RELEASE} → ${next.release}`, () => replace(1, next.main))
    await runStep(`node 1: back to ${RELEASE}`, () => replace(0))
    await runStep(`node 2: back to ${RELEASE}`, () => replace(1))
    await stopLoad()
    const stepsWithLostStreams = steps.filter(
      ({ listeningPhones }) => listeningPhones < PHONE_COUNT,
    )
    deviations.push(
      ...load.failures,
      ...stepsWithLostStreams.map(
        ({ name, listeningPhones }) => `${name}: ${listeningPhones} of ${PHONE_COUNT} live streams`,
      ),
    )
    const output = startedNodes.map((node) => node.output()).join('')
    return { steps, phones: PHONE_COUNT, deviations, output }
  } finally {
    for (const close of closers.reverse()) await close()
  }
}

async function measureStep(
  name: string,
  load: Load,
  work: () => Promise<void>,
): Promise<StepResult> {
  const { requests, reconnects } = load
  const failedRequests = load.failures.length
  const startedAt = performance.now()
  await work()
  const listeningPhones = await load.countListening()
  return {
    name,
    seconds: (performance.now() - startedAt) / 1_000,
    requests: load.requests - requests,
    failedRequests: load.failures.length - failedRequests,
    reconnects: load.reconnects - reconnects,
    listeningPhones,
  }
}

/**
 * Returns a message about each expected effect of the upgrade that the database lacks. Without these effects,
 * the rehearsal would prove nothing.
 */
async function findMissingEffects(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ fact: string; holds: boolean }>(`
      select 'has the new column' as fact, exists (select from information_schema.columns
        where column_name = 'rehearsed_holes' and table_name = 'card_rows') as holds
      union all select 'has the new function', to_regproc('count_rehearsed_carts') is not null
      union all select 'keeps the function that only the previous release calls',
        to_regproc('overlapping_round') is not null
      union all select 'has the changed body',
        pg_get_functiondef('claim_spots'::regproc) like '%PERFORM 18%'`)
    return rows.filter(({ holds }) => !holds).map(({ fact }) => `Not so: the database ${fact}`)
  } finally {
    await client.end()
  }
}
