import path from 'node:path'
import { domainOf, isForTests, moduleOf, rankOf, topFolderOf } from './folders.ts'
import type { Finding, Import, SourceFile } from './source-file.ts'

const PATHS_WITHOUT_DOMAIN_IMPORTS = [
  'server/context.ts',
  'server/platform/',
  'server/providers/',
  'web/lib/',
  'web/ui/',
]

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
  const top = topFolderOf(file.path)
  if (target === undefined) {
    const isZod = specifier === 'zod' || specifier.startsWith('zod/')
    return top === 'contract' && !isZod && !isForTests(file.path)
      ? `imports ${specifier}: contract/ imports only zod and contract/; code that needs more belongs in server/ or web/`
      : undefined
  }
  const targetTop = topFolderOf(target)
  if (top === 'contract' && targetTop !== 'contract')
    return `imports ${target}: contract/ imports only zod and contract/; code that needs more belongs in server/ or web/`
  if ((top === 'web' && targetTop === 'server') || (top === 'server' && targetTop === 'web'))
    return `imports ${target}: web/ and server/ never import each other; code that both need belongs in contract/`
  if (file.name === 'routes.ts' && path.posix.basename(target) === 'store.ts')
    return `imports ${target}: routes parse, authorize, call and respond; put the query behind a <verb>-<noun>.ts beside them`
  const below = PATHS_WITHOUT_DOMAIN_IMPORTS.find((folder) => file.path.startsWith(folder))
  if (below !== undefined && domainOf(target) !== undefined && !isForTests(file.path))
    return `imports ${target}: ${below} never imports a domain; let the domain pass what is needed, or move this file to ${path.posix.dirname(target)}/`
  return refusalBetweenDomains(file, target)
}

/**
 * Returns why a file must not import a file of another domain; undefined if the import is allowed. A domain
 * imports only domains that come before it. On the server, code outside a domain imports only the domain's
 * index.ts. Code for tests can import anything.
 */
function refusalBetweenDomains(file: SourceFile, target: string): string | undefined {
  const importer = domainOf(file.path)
  const other = domainOf(target)
  if (other === undefined || isForTests(file.path) || importer?.domain === other.domain)
    return undefined
  if (importer !== undefined && rankOf(other) >= rankOf(importer))
    return `imports ${target}: ${importer.domain} comes before ${other.domain} (see tools/check/structure/folders.ts); let ${importer.domain} call a port (server/ports.ts), or take what it needs as a parameter`
  const entry = `server/${other.domain}/index.ts`
  return topFolderOf(file.path) !== 'server' || target === entry
    ? undefined
    : `imports ${target}: other folders import a domain only through its index.ts; export it from ${entry}`
}

/**
 * Finds import cycles between files. Imports of types and dynamic imports don't count, because they cause no
 * cycle when the code is loaded.
 */
export function checkFileCycles(files: readonly SourceFile[]): Finding[] {
  const paths = new Set(files.map((file) => file.path))
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap(({ target, isType, isDynamic }) =>
        target === undefined || isType || isDynamic || !paths.has(target) ? [] : [target],
      ),
    ]),
  )
  return cyclesOf(graph).map((cycle) => ({
    path: cycle[0] ?? '',
    level: 'error',
    message: `is part of an import cycle: ${cycle.join(' → ')}; move what both need to a separate file`,
  }))
}

/** Finds import cycles between modules (see `moduleOf`). Imports of types count. Code for tests doesn't. */
export function checkModuleCycles(files: readonly SourceFile[]): Finding[] {
  const graph = new Map<string, Set<string>>()
  for (const file of files) {
    const from = moduleOf(file.path)
    if (from === undefined || isForTests(file.path)) continue
    for (const { target } of file.imports) {
      const to = target === undefined ? undefined : moduleOf(target)
      if (to === undefined || to === from) continue
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
  }
  return cyclesOf(graph).map((cycle) => ({
    path: cycle[0] ?? '',
    level: 'error',
    message: `is part of an import cycle between folders: ${cycle.join(' → ')}; let the lower one call a port (server/ports.ts) or take what it needs as a parameter`,
  }))
}

/** Returns the cycles in a graph. Each cycle is a path that starts and ends with the same node. */
function cyclesOf(graph: ReadonlyMap<string, Iterable<string>>): string[][] {
  const visited = new Set<string>()
  const cycles: string[][] = []

  function visit(node: string, trail: readonly string[]): void {
    const from = trail.indexOf(node)
    if (from >= 0) {
      cycles.push([...trail.slice(from), node])
      return
    }
    if (visited.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node])
    visited.add(node)
  }

  for (const node of graph.keys()) visit(node, [])
  return cycles
}
