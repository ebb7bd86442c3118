import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

const ABANDONED_AFTER_MS = 10 * 60_000

/**
 * Removes what attempts that died left in a directory: `<name>.new-<process id>-<random>`.
 * An attempt that may still be at work stays. Never fails: a leftover is no reason not to start.
 */
export async function clearLeftovers(directory: string, name: string): Promise<void> {
  for (const entry of await readdir(directory).catch(() => [])) {
    if (!entry.startsWith(`${name}.new-`)) continue
    const path = join(directory, entry)
    const pid = Number(entry.slice(`${name}.new-`.length).split('-')[0])
    // in a container every start has the same process id, so age decides too
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs
    if (isAlive(pid) && age < ABANDONED_AFTER_MS) continue
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
