import path from 'node:path'
import { featureOf, isForTests, roomOf } from './rooms.ts'
import type { Finding, Import, SourceFile } from './source-file.ts'

/** What other features may import from a feature: its use cases, its gate, and its tables. */
const VERB_FILE = /^[a-z]+(-[a-z0-9]+)+\.ts$/
const PUBLIC_FILES = ['gate.ts', 'tables.ts']

const ROOMS_BELOW_FEATURES = ['server/platform/', 'server/providers/', 'web/ui/']

/** Checks which files may import which. */
export function checkImports(files: readonly SourceFile[]): Finding[] {
  return files.flatMap((file) =>
    file.imports.flatMap((one) => {
      const message = refusal(file, one)
      return message === undefined
        ? []
        : [{ path: file.path, line: one.line, level: 'error' as const, message }]
    }),
  )
}

function refusal(file: SourceFile, { specifier, target }: Import): string | undefined {
  const room = roomOf(file.path)
  if (target === undefined) {
    const isZod = specifier === 'zod' || specifier.startsWith('zod/')
    return room === 'contract' && !isZod && !isForTests(file.path)
      ? `imports ${specifier}: contract/ imports only zod and contract/; what needs more belongs to server/ or web/`
      : undefined
  }
  const targetRoom = roomOf(target)
  if (room === 'contract' && targetRoom !== 'contract')
    return `imports ${target}: contract/ imports only zod and contract/; what needs more belongs to server/ or web/`
  if ((room === 'web' && targetRoom === 'server') || (room === 'server' && targetRoom === 'web'))
    return `imports ${target}: web/ and server/ never import each other; what both need belongs in contract/`
  if (file.name === 'routes.ts' && path.posix.basename(target) === 'store.ts')
    return `imports ${target}: routes parse, gate, call and present; the query belongs behind a <verb>-<noun>.ts beside them`
  const below = ROOMS_BELOW_FEATURES.find((place) => file.path.startsWith(place))
  if (below !== undefined && featureOf(target) !== undefined)
    return `imports ${target}: ${below} never imports features; let the feature hand it what it needs, or move this to ${path.posix.dirname(target)}/`
  return refusalBetweenFeatures(file, target)
}

function refusalBetweenFeatures(file: SourceFile, target: string): string | undefined {
  const own = featureOf(file.path)
  const other = featureOf(target)
  if (own === undefined || other === undefined) return undefined
  if (own.side === other.side && own.feature === other.feature) return undefined
  const name = path.posix.basename(target)
  return VERB_FILE.test(name) || PUBLIC_FILES.includes(name)
    ? undefined
    : `imports ${target}: of another feature only contract/${other.feature}.ts, its <verb>-<noun>.ts files, gate.ts and tables.ts may be known; ${own.side === 'web' ? 'the shell composes features, and what several show belongs in web/ui/' : 'what others need of it belongs in a verb file'}`
}

/** Finds import cycles that remain when the code runs. A dynamic import breaks a cycle. */
export function checkCircles(files: readonly SourceFile[]): Finding[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const done = new Set<string>()
  const findings: Finding[] = []

  function visit(file: SourceFile, trail: readonly string[]): void {
    const from = trail.indexOf(file.path)
    if (from >= 0) {
      const circle = [...trail.slice(from), file.path].join(' → ')
      findings.push({
        path: file.path,
        level: 'error',
        message: `stands in a circle of imports: ${circle}; move what both need to a file of its own`,
      })
      return
    }
    if (done.has(file.path)) return
    for (const { target, isType, isDynamic } of file.imports) {
      const next = target === undefined || isType || isDynamic ? undefined : byPath.get(target)
      if (next !== undefined) visit(next, [...trail, file.path])
    }
    done.add(file.path)
  }

  for (const file of files) visit(file, [])
  return findings
}
