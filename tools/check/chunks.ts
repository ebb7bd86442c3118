import { readFileSync } from 'node:fs'
import * as z from 'zod'

const chunkSchema = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  isEntry: z.optional(z.boolean()),
  imports: z.optional(z.array(z.string())),
})

const manifestSchema = z.record(z.string(), chunkSchema)

/** Vite's build manifest. A chunk's key is its entry module or, if it has none, `_` and its file name. */
export type Manifest = z.output<typeof manifestSchema>

export function readManifest(file: string): Manifest {
  return manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
}

/**
 * Returns the files of the entry, of the given modules or named chunks, and of everything that these import
 * statically. To include a dynamic import, add it to `modules`.
 * @throws Error if a module has no chunk in the build
 */
export function chunkFilesOf(chunks: Manifest, modules: readonly string[]): string[] {
  const files = new Map<string, string>()
  const add = (name: string) => {
    const found = chunks[name] ?? Object.values(chunks).find((one) => one.name === name)
    if (found === undefined)
      throw new Error(
        `There is no chunk for ${name}. If the module has moved, update bundle-size.ts`,
      )
    if (files.has(name)) return
    files.set(name, found.file)
    for (const next of found.imports ?? []) add(next)
  }
  for (const [name, { isEntry }] of Object.entries(chunks)) if (isEntry === true) add(name)
  for (const module of modules) add(module)
  return [...files.values()]
}
