import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a JSON file that only this user can read. A crash leaves either the old or the new content. */
export async function replaceFile(file: string, value: object): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const newFile = `${file}.new`
  await writeFile(newFile, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600, flush: true })
  await rename(newFile, file)
  await using folder = await open(dirname(file))
  await folder.sync()
}
