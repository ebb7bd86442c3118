import type { Metric } from './metrics.ts'
import type { Finding } from './source-file.ts'

interface Walkthrough {
  readonly title: string
  readonly files: readonly { readonly path: string; readonly line: number }[]
}

const HEADING = /^## (.+)/
const STEP = /^\d+\. `([^`]+)`/

/** Returns the walkthroughs in `docs/architecture.md`: the sections with a numbered list of files. */
function walkthroughsIn(document: string): Walkthrough[] {
  const walkthroughs: { title: string; files: { path: string; line: number }[] }[] = []
  for (const [index, text] of document.split('\n').entries()) {
    const title = HEADING.exec(text)?.[1]
    if (title !== undefined) walkthroughs.push({ title, files: [] })
    const path = STEP.exec(text)?.[1]
    if (path !== undefined) walkthroughs.at(-1)?.files.push({ path, line: index + 1 })
  }
  return walkthroughs.filter(({ files }) => files.length > 0)
}

export function checkWalkthroughs(
  path: string,
  document: string,
  exists: (path: string) => boolean,
): Finding[] {
  return walkthroughsIn(document).flatMap(({ files }) =>
    files.flatMap((file, index) => {
      const { line } = file
      const isRepeated = files.findIndex((other) => other.path === file.path) < index
      const messages = [
        ...(exists(file.path) ? [] : [`names ${file.path}, which does not exist`]),
        ...(isRepeated ? [`enters ${file.path} twice`] : []),
      ]
      return messages.map((message): Finding => ({ path, line, level: 'error', message }))
    }),
  )
}

export function measureWalkthroughs(document: string): Metric[] {
  return walkthroughsIn(document).map(({ title, files }) => ({
    name: `files in the walk '${title.split(',')[0]}'`,
    value: files.length,
    max: 12,
  }))
}
