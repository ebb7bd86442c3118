import type { Metric } from './metrics.ts'
import type { Finding } from './source-file.ts'

interface Walk {
  readonly title: string
  readonly files: readonly { readonly path: string; readonly line: number }[]
}

const HEADING = /^## (.+)/
const STEP = /^\d+\. `([^`]+)`/

/** Returns the walks (walkthroughs) in `docs/architecture.md`: the sections with a numbered list of files. */
function walksIn(document: string): Walk[] {
  const walks: { title: string; files: { path: string; line: number }[] }[] = []
  for (const [index, text] of document.split('\n').entries()) {
    const title = HEADING.exec(text)?.[1]
    if (title !== undefined) walks.push({ title, files: [] })
    const path = STEP.exec(text)?.[1]
    if (path !== undefined) walks.at(-1)?.files.push({ path, line: index + 1 })
  }
  return walks.filter(({ files }) => files.length > 0)
}

/** Checks that every file of a walk exists and is listed only once. */
export function checkWalks(
  path: string,
  document: string,
  exists: (path: string) => boolean,
): Finding[] {
  return walksIn(document).flatMap(({ files }) =>
    files.flatMap((file, index) => {
      const { line } = file
      const isTwice = files.findIndex((other) => other.path === file.path) < index
      const messages = [
        ...(exists(file.path) ? [] : [`names ${file.path}, which does not exist`]),
        ...(isTwice ? [`enters ${file.path} twice`] : []),
      ]
      return messages.map((message): Finding => ({ path, line, level: 'error', message }))
    }),
  )
}

/** Counts the files of each walk. */
export function measureWalks(document: string): Metric[] {
  return walksIn(document).map(({ title, files }) => ({
    name: `files in the walk '${title.split(',')[0]}'`,
    value: files.length,
    max: 12,
  }))
}
