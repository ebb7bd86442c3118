import path from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'

/** One import or re-export, static or dynamic. */
export interface Import {
  readonly specifier: string
  /** The imported file, relative to the root of the checkout; undefined for a package. */
  readonly target: string | undefined
  /** Whether only types are imported. Such an import doesn't exist at runtime. */
  readonly isType: boolean
  readonly isDynamic: boolean
  readonly line: number
}

/** A file that the rules check. Paths are relative to the root of the checkout, separated by `/`. */
export interface SourceFile {
  readonly path: string
  readonly folder: string
  readonly name: string
  /** The part of the name before its first dot. */
  readonly stem: string
  readonly lineCount: number
  readonly imports: readonly Import[]
  /** The syntax tree; undefined if the file is not a script. */
  readonly program: ParseResult['program'] | undefined
  /** Returns the line number, from 1, of an offset in the text. */
  lineAt(offset: number): number
}

export interface Finding {
  readonly path: string
  readonly line?: number
  readonly level: 'error' | 'warning'
  readonly message: string
}

const SCRIPT = /\.(ts|tsx|mjs)$/

/**
 * Parses a file.
 * @throws Error if a script cannot be parsed
 */
export function parseSource(filePath: string, text: string): SourceFile {
  const name = path.posix.basename(filePath)
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const parsed = SCRIPT.test(name) ? parseSync(filePath, text) : undefined
  if (parsed?.errors[0] !== undefined)
    throw new Error(`${filePath} cannot be parsed: ${parsed.errors[0].message}`)
  return {
    path: filePath,
    folder: path.posix.dirname(filePath),
    name,
    stem: name.split('.')[0] ?? name,
    lineCount: text.replace(/\n$/, '').split('\n').length,
    imports: parsed === undefined ? [] : importsOf(filePath, text, parsed, lineAt),
    program: parsed?.program,
    lineAt,
  }
}

function importsOf(
  filePath: string,
  text: string,
  parsed: ParseResult,
  lineAt: (offset: number) => number,
): Import[] {
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const found: Import[] = []
  const add = (specifier: string, start: number, isType: boolean, isDynamic: boolean) => {
    const target = targetOf(filePath, specifier)
    found.push({ specifier, target, isType, isDynamic, line: lineAt(start) })
  }
  for (const { moduleRequest, start, entries } of staticImports)
    add(
      moduleRequest.value,
      start,
      entries.length > 0 && entries.every((entry) => entry.isType),
      false,
    )
  for (const { start, entries } of staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest !== null) add(moduleRequest.value, start, isType, false)
  for (const { moduleRequest, start } of dynamicImports) {
    const specifierText = text.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(specifierText)?.[2]
    if (literal !== undefined) add(literal, start, false, true)
  }
  return found
}

function targetOf(filePath: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  const withoutQuery = specifier.replace(/\?.*$/, '')
  return path.posix.join(path.posix.dirname(filePath), withoutQuery)
}
