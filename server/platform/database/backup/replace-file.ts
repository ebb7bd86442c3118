import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a small JSON file atomically, and waits until the content is on disk. Creates the folder if
 * missing. Only this user can read the file.
 */
export async function replaceFile(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.new`
  await writeFile(next, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(next, file)
}
