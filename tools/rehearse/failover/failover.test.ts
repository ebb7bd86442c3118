// @module-tag thorough
import { afterAll, beforeAll, expect, test } from 'vitest'
import { APP_KILLED, PRIMARY_KILLED } from './faults.ts'
import { findPrograms, HOW_TO_INSTALL, type Programs } from './programs.ts'
import { findLosses } from './report.ts'
import { startRig } from './rig.ts'
import { runFaults } from './run-faults.ts'

const stack = new AsyncDisposableStack()
let programs: Programs | undefined

beforeAll(() => {
  programs = findPrograms()
})
afterAll(() => stack.disposeAsync())

/** `npm run rehearse:failover` causes more faults, and also checks how long the app takes to recover. */
test('loses nothing when the primary and an app node are killed', { timeout: 900_000 }, async ({
  skip,
}) => {
  if (programs === undefined) return skip(HOW_TO_INSTALL)
  const rig = await startRig(programs, stack)
  const results = await runFaults(rig, [PRIMARY_KILLED, APP_KILLED], () => {})
  expect(results.flatMap(findLosses)).toEqual([])
  expect(results.map(({ acknowledgedTaps }) => acknowledgedTaps > 0)).toEqual([true, true])
})
