import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isAlive } from './processes.ts'

const ABANDONED_AFTER_MS = 10 * 60_000

/**
 * Removes what failed attempts left in a directory: `<name>.new-<process id>-<random>`. Keeps the
 * files of an attempt that may still be running. Never fails: leftovers must not prevent a start.
 */
export async function clearLeftovers(directory: string, name: string): Promise<void> {
  for (const entry of await readdir(directory).catch(() => [])) {
    if (!entry.startsWith(`${name}.new-`)) continue
    const path = join(directory, entry)
    const pid = Number(entry.slice(`${name}.new-`.length).split('-')[0])
    // In a container, every start has the same process id, so the age counts too.
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: 0 }))).mtimeMs
    if (isAlive(pid) && age < ABANDONED_AFTER_MS) continue
    await rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}
