import { Visitor } from 'oxc-parser'
import { domainOf, isForTests, topFolderOf } from './folders.ts'
import type { SourceFile } from './source-file.ts'

export interface Metric {
  readonly name: string
  readonly value: number
  readonly min?: number
  readonly max?: number
}

/** Measures the product's code: server, web and contract, without tests and code that only tests use. */
export function measureCode(files: readonly SourceFile[]): Metric[] {
  const productFiles = files.filter(
    ({ path }) => ['contract', 'server', 'web'].includes(topFolderOf(path)) && !isForTests(path),
  )
  const scripts = productFiles.filter(({ program }) => program !== undefined)
  const lengths = scripts.map(({ lineCount }) => lineCount).sort((a, b) => a - b)
  const quantile = (share: number) => lengths[Math.floor(share * (lengths.length - 1))] ?? 0
  return [
    { name: 'imports between server domains', value: countCrossings(productFiles), max: 150 },
    {
      name: 'folders in server/',
      value: new Set(
        files
          .map(({ path }) => path.split('/'))
          .filter(([top, , file]) => top === 'server' && file !== undefined)
          .map(([, folder]) => folder),
      ).size,
      max: 12,
    },
    { name: 'product files', value: scripts.length, max: 540 },
    { name: 'product lines', value: lengths.reduce((sum, lines) => sum + lines, 0), max: 48_000 },
    { name: 'lines per file, median', value: quantile(0.5), min: 60 },
    { name: 'lines per file, 95th percentile', value: quantile(0.95), max: 250 },
    { name: 'lines per file, largest', value: quantile(1), max: 400 },
    { name: 'type assertions (`as`)', value: countAssertions(scripts), max: 40 },
  ]
}

/**
 * Counts the imports of one server domain by another. Leaves out server/app/, which connects the domains and
 * imports them all.
 */
function countCrossings(files: readonly SourceFile[]): number {
  return files.reduce((sum, file) => {
    const importer = domainOf(file.path)
    if (importer?.side !== 'server') return sum
    const targets = file.imports.map(({ target }) => domainOf(target ?? ''))
    return (
      sum + targets.filter((to) => to?.side === 'server' && to.domain !== importer.domain).length
    )
  }, 0)
}

function countAssertions(files: readonly SourceFile[]): number {
  let count = 0
  const visitor = new Visitor({
    TSAsExpression({ typeAnnotation: type }) {
      const isConst =
        type.type === 'TSTypeReference' &&
        type.typeName.type === 'Identifier' &&
        type.typeName.name === 'const'
      if (!isConst) count += 1
    },
  })
  for (const { program } of files) if (program !== undefined) visitor.visit(program)
  return count
}
