import { Client } from 'pg'
import type { Fault } from './faults.ts'
import { waitFor } from './processes.ts'
import type { Result } from './report.ts'
import type { Rig } from './rig.ts'

/** The time limit of each wait. The limits in report.ts are shorter. */
const WAIT_TIMEOUT_MS = 240_000

/** Causes one fault at a time, under load. The cluster is healthy before each fault. */
export async function runFaults(
  rig: Rig,
  faults: readonly Fault[],
  print: (line: string) => void,
): Promise<Result[]> {
  const results: Result[] = []
  for (const fault of faults) {
    const startedAt = performance.now()
    results.push(await runFault(rig, fault))
    print(`${fault.name}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  }
  return results
}

async function runFault(rig: Rig, fault: Fault): Promise<Result> {
  const { cluster, load, phones, texting } = rig
  const before = {
    acknowledgedTaps: load.acknowledgedTaps,
    texts: texting.acceptedTexts,
    duplicateReplies: texting.duplicateReplies,
  }
  load.start()
  texting.start()
  await waitUntilAllWork(rig)

  const roles = await cluster.waitUntilHealthy()
  load.reset()
  phones.reset()
  const repair = await fault.inject(rig, roles)
  const injectedAt = performance.now()
  await waitFor('acknowledged changes of all golfers', WAIT_TIMEOUT_MS, () =>
    load.allAcknowledgedSince(injectedAt) ? true : undefined,
  )
  await repair()
  await cluster.waitUntilHealthy()
  await waitUntilAllWork(rig)
  const [longestWriteGapMs, longestStreamGapMs] = [load.longestPauseMs(), phones.longestPauseMs()]

  await load.stop()
  await texting.stop()
  const [unexpectedAnswer] = load.unexpectedAnswers()
  if (unexpectedAnswer !== undefined) throw new Error(`${fault.name}: ${unexpectedAnswer}`)
  const { lostChanges, oversoldSpots } = await checkDatabase(rig)
  const replies = await texting.waitForReplies()
  return {
    fault: fault.name,
    acknowledgedTaps: load.acknowledgedTaps - before.acknowledgedTaps,
    lostChanges,
    oversoldSpots,
    texts: texting.acceptedTexts - before.texts,
    lostReplies: replies.lostReplies,
    duplicateReplies: replies.duplicateReplies - before.duplicateReplies,
    longestWriteGapMs,
    longestStreamGapMs,
    streamLimitMs: fault.streamLimitMs,
  }
}

/**
 * Waits until every golfer has had another change acknowledged and every phone has received another live
 * event.
 */
async function waitUntilAllWork({ load, phones }: Rig): Promise<void> {
  const startedAt = performance.now()
  await waitFor('changes and live events of all golfers', WAIT_TIMEOUT_MS, () =>
    load.allAcknowledgedSince(startedAt) && phones.allReceivedSince(startedAt) ? true : undefined,
  )
}

async function checkDatabase({ cluster, load }: Rig) {
  const client = new Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    return await load.countLosses(client)
  } finally {
    await client.end()
  }
}
