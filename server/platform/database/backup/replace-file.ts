import { mkdir, open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Replaces a small JSON file atomically, and waits until the content is on disk. Creates the folder if
 * missing. Only this user can read the file.
 */
export async function replaceFile(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const next = `${file}.new`
  const handle = await open(next, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(value, undefined, 2)}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(next, file)
}
