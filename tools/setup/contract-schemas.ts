// Keeps zod out of the code that a phone runs first. Creating the contract's schemas would take a slow phone
// longer than drawing a screen.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import type { ESTree, Plugin } from 'vite'

/** The suffix of the module id for a contract file's schemas alone. */
export const SCHEMAS_SUFFIX = '?schemas'
/** The suffix of the module id for a contract file without its schemas. */
const WITHOUT_SCHEMAS_SUFFIX = '?rest'
const CONTRACT_FILE = /\/contract\/[\w-]+\.ts(\?schemas|\?rest)?$/
const ZOD = 'zod/mini'

type Statement = ESTree.Program['body'][number]

/** A top-level statement of a contract file, without the schemas of calls. */
interface Part {
  readonly code: string
  readonly declaredNames: readonly string[]
  readonly isExported: boolean
  /** The names that the statement uses, apart from those in types. */
  readonly usedNames: ReadonlySet<string>
}

interface ImportedName {
  readonly from: string
  readonly local: string
  /** The name in the other module; undefined for `import * as`, which imports all of the module. */
  readonly name: string | undefined
}

interface ContractFile {
  readonly parts: readonly Part[]
  readonly imports: readonly ImportedName[]
  /** The names of the schemas, and of everything that needs one of them. */
  readonly schemas: ReadonlySet<string>
}

/**
 * Splits the browser's copy of every contract file into two modules: one with its schemas, which loads with
 * the first form that needs it, and one with the rest. Makes every import load only the module that it needs.
 * Removes the schemas of calls, because only the server validates requests and responses.
 */
export function splitContract(): Plugin {
  const files = new Map<string, ContractFile>()
  return {
    name: 'fourball:split-contract',
    apply: 'build',
    // Runs before type annotations are removed, because only they show which imports are just for types.
    enforce: 'pre',
    transform: {
      filter: { id: [CONTRACT_FILE, /\/web\/[^?]*\.tsx?$/] },
      handler(code, id) {
        if (!CONTRACT_FILE.test(id)) return { code: withPreciseImports(id, code, files), map: null }
        const [file = ''] = id.split('?')
        const { parts, imports, schemas } = readContract(file, code, files)
        const isSchema = ({ declaredNames }: Part) =>
          declaredNames.some((name) => schemas.has(name))
        const moduleParts = parts.filter((part) => isSchema(part) === id.endsWith(SCHEMAS_SUFFIX))
        const rest = parts.filter((part) => !isSchema(part))
        const needed = namesOf(rest).filter((name) => uses(parts.filter(isSchema), name))
        const restModule = `./${path.basename(file)}${WITHOUT_SCHEMAS_SUFFIX}`
        const linkStatement = id.endsWith(SCHEMAS_SUFFIX)
          ? `import { ${needed} } from '${restModule}'`
          : `export { ${needed.filter((name) => !isExportedBy(rest, name))} }`
        const usedImports = imports.filter(({ local }) => uses(moduleParts, local))
        const lines = [...usedImports.map((one) => importOf(file, one, files)), linkStatement]
        return { code: [...lines, ...moduleParts.map((part) => part.code)].join('\n'), map: null }
      },
    },
  }
}

/** Returns a file of the web app in which each import from the contract names the module that it needs. */
function withPreciseImports(file: string, code: string, files: Map<string, ContractFile>): string {
  if (!code.includes('/contract/')) return code
  let preciseCode = ''
  let end = 0
  for (const statement of parseSync(file, code).program.body) {
    const imported = importsIn(statement)
    if (!imported.some(({ from }) => CONTRACT_FILE.test(from))) continue
    const isExport = statement.type === 'ExportNamedDeclaration'
    const lines = imported.map((one) => importOf(file, one, files))
    preciseCode += code.slice(end, statement.start)
    preciseCode += lines
      .map((line) => (isExport ? line.replace('import', 'export') : line))
      .join('\n')
    end = statement.end
  }
  return preciseCode + code.slice(end)
}

function importOf(
  file: string,
  { from, local, name }: ImportedName,
  files: Map<string, ContractFile>,
): string {
  if (name === undefined) return `import * as ${local} from '${from}'`
  const other = path.resolve(path.dirname(file), from)
  if (!CONTRACT_FILE.test(other)) return `import { ${name} as ${local} } from '${from}'`
  const { schemas } = readContract(other, readFileSync(other, 'utf8'), files)
  return `import { ${name} as ${local} } from '${from}${schemas.has(name) ? SCHEMAS_SUFFIX : WITHOUT_SCHEMAS_SUFFIX}'`
}

const namesOf = (parts: readonly Part[]) => parts.flatMap(({ declaredNames }) => declaredNames)
const uses = (parts: readonly Part[], name: string) =>
  parts.some(({ usedNames }) => usedNames.has(name))
const isExportedBy = (parts: readonly Part[], name: string) =>
  parts.some(({ declaredNames, isExported }) => isExported && declaredNames.includes(name))

function readContract(file: string, code: string, files: Map<string, ContractFile>): ContractFile {
  const cached = files.get(file)
  if (cached !== undefined) return cached
  const { body } = parseSync(file, code).program
  const parts = body
    .map((statement) => partOf(statement, code))
    .filter((part) => part !== undefined)
  const imports = body.flatMap(importsIn)
  const schemas = new Set<string>()
  for (const { from, local, name } of imports) {
    if (from === ZOD) schemas.add(local)
    const other = path.resolve(path.dirname(file), from)
    if (!CONTRACT_FILE.test(other) || name === undefined) continue
    if (readContract(other, readFileSync(other, 'utf8'), files).schemas.has(name))
      schemas.add(local)
  }
  let size: number
  do {
    size = schemas.size
    for (const { declaredNames, usedNames } of parts)
      if (!schemas.isDisjointFrom(usedNames)) for (const name of declaredNames) schemas.add(name)
  } while (schemas.size > size)
  const contractFile = { parts, imports, schemas }
  files.set(file, contractFile)
  return contractFile
}

/** Returns what a statement imports or re-exports, apart from types. */
function importsIn(statement: Statement): ImportedName[] {
  if (statement.type === 'ExportNamedDeclaration' && statement.source !== null) {
    const from = statement.source.value
    return statement.specifiers.flatMap(({ local, exported }) =>
      local.type === 'Identifier' && exported.type === 'Identifier'
        ? [{ from, local: exported.name, name: local.name }]
        : [],
    )
  }
  if (statement.type !== 'ImportDeclaration' || statement.importKind === 'type') return []
  return statement.specifiers.flatMap((specifier): ImportedName[] => {
    const from = statement.source.value
    const local = specifier.local.name
    if (specifier.type === 'ImportDefaultSpecifier') return [{ from, local, name: 'default' }]
    if (specifier.type !== 'ImportSpecifier') return [{ from, local, name: undefined }]
    if (specifier.importKind === 'type' || specifier.imported.type !== 'Identifier') return []
    return [{ from, local, name: specifier.imported.name }]
  })
}

/**
 * Returns undefined for imports, which `importsIn` handles, and for types, which the browser does not need.
 */
function partOf(statement: Statement, code: string): Part | undefined {
  if (statement.type === 'ImportDeclaration') return undefined
  const isExported = statement.type === 'ExportNamedDeclaration'
  const declaration = isExported ? statement.declaration : statement
  const declaredNames =
    declaration?.type === 'FunctionDeclaration'
      ? [declaration.id?.name ?? '']
      : declaration?.type === 'VariableDeclaration'
        ? declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
        : undefined
  if (declaredNames === undefined) {
    if (declaration?.type.startsWith('TS')) return undefined
    throw new Error(`A contract file has an unknown kind of statement: ${declaration?.type}`)
  }
  const details =
    declaration?.type === 'VariableDeclaration' ? detailsOfEndpoint(declaration) : undefined
  const usedNames = new Set<string>()
  addNames(declaration, details, usedNames)
  for (const name of declaredNames) usedNames.delete(name)
  const { start, end } = statement
  if (details === undefined)
    return { code: code.slice(start, end), declaredNames, isExported, usedNames }
  const isOnce = details.properties.some(
    (property) =>
      property.type === 'Property' &&
      property.key.type === 'Identifier' &&
      property.key.name === 'once',
  )
  const slimDetails = isOnce ? '{ once: true }' : '{}'
  return {
    code: code.slice(start, details.start) + slimDetails + code.slice(details.end, end),
    declaredNames,
    isExported,
    usedNames,
  }
}

/** Returns the object in `const name = endpoint(method, path, { … })`. */
function detailsOfEndpoint({
  declarations,
}: ESTree.VariableDeclaration): ESTree.ObjectExpression | undefined {
  const value = declarations[0]?.init
  if (value?.type !== 'CallExpression' || value.callee.type !== 'Identifier') return undefined
  const details = value.arguments[2]
  return value.callee.name === 'endpoint' && details?.type === 'ObjectExpression'
    ? details
    : undefined
}

/**
 * Adds to `found` the names of all variables in a syntax tree. Leaves out the tree `skipped`, types, and
 * variables that a function declares itself.
 */
function addNames(node: unknown, skipped: unknown, found: Set<string>): void {
  if (Array.isArray(node)) for (const child of node) addNames(child, skipped, found)
  if (!isNode(node) || node === skipped) return
  if (node.type === 'Identifier') found.add(String(node['name']))
  const isType = node.type.startsWith('TS')
  const isFunction = 'params' in node && 'body' in node
  const usedInside = isFunction ? new Set<string>() : found
  for (const [key, child] of Object.entries(node)) {
    const isPlainKey = (key === 'key' || key === 'property') && node['computed'] === false
    if (!isPlainKey && (!isType || key === 'expression')) addNames(child, skipped, usedInside)
  }
  if (!isFunction) return
  const declaredNames = new Set<string>()
  addDeclared(node['params'], true, declaredNames)
  addDeclared(node['body'], false, declaredNames)
  for (const name of usedInside.difference(declaredNames)) found.add(name)
}

/**
 * Adds to `found` the names that a function's parameters or body declare. Leaves out inner functions.
 * @param isPattern whether `node` is a pattern, such as a parameter or the left side of a declaration
 */
function addDeclared(node: unknown, isPattern: boolean, found: Set<string>): void {
  if (Array.isArray(node)) for (const child of node) addDeclared(child, isPattern, found)
  if (!isNode(node) || node.type.startsWith('TS')) return
  if (isPattern && node.type === 'Identifier') found.add(String(node['name']))
  if ('params' in node && 'body' in node) return
  if (isPattern) for (const key of PATTERN_PARTS) addDeclared(node[key], true, found)
  else
    for (const [key, child] of Object.entries(node))
      addDeclared(child, node.type === 'VariableDeclarator' && key === 'id', found)
}

/** The properties of a pattern's node that contain other patterns. */
const PATTERN_PARTS = ['properties', 'value', 'elements', 'left', 'argument']

function isNode(value: unknown): value is { type: string; [key: string]: unknown } {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  )
}
