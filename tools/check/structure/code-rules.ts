import { type Expression, type Node, type TSType, Visitor } from 'oxc-parser'
import { isForTests, topFolderOf } from './folders.ts'
import type { Finding, SourceFile } from './source-file.ts'

const QUERY_BUILDERS = new Set([
  'select',
  'selectDistinct',
  'insert',
  'update',
  'delete',
  'execute',
])
const DATABASE_NAMES = new Set(['db', 'tx', '$client', 'pool'])
/** Matches SQL if its keywords are all lowercase or all uppercase. 'Select a time from the list' is prose. */
const SQL_TEXT =
  /^\s*(?:select\s[\s\S]*\sfrom\s|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|SELECT\s[\s\S]*\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\S+\s+SET\s|DELETE\s+FROM\s)/

const SQL_PLACES =
  'SQL and query building belong in a store.ts (tables in schema.ts), a migration, or server/platform/database/'

/** In the product, allows SQL only in stores, schemas, migrations and server/platform/database/. */
export function checkSql(file: SourceFile): Finding[] {
  if (!['contract', 'server', 'web'].includes(topFolderOf(file.path)) || mayContainSql(file))
    return []
  const findings = file.imports
    .filter(({ specifier, isType }) => !isType && /^(drizzle-orm|pg)(\/|$)/.test(specifier))
    .map(({ specifier, line }) => finding(file, line, `imports ${specifier}: ${SQL_PLACES}`))
  if (file.program === undefined) return findings

  const report = (node: Node, what: string) =>
    findings.push(finding(file, file.lineAt(node.start), `${what}: ${SQL_PLACES}`))
  const isServer = topFolderOf(file.path) === 'server'
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type === 'Identifier' && node.tag.name === 'sql') report(node, 'writes SQL')
    },
    CallExpression(node) {
      const call = methodOf(node.callee)
      if (!isServer || call === undefined) return
      if (
        call.method === 'query' ||
        (QUERY_BUILDERS.has(call.method) && DATABASE_NAMES.has(call.object))
      )
        report(node, `calls ${call.object}.${call.method}()`)
    },
    Literal(node) {
      if (isServer && typeof node.value === 'string' && SQL_TEXT.test(node.value))
        report(node, 'writes SQL')
    },
    TemplateElement(node) {
      if (isServer && SQL_TEXT.test(node.value.raw)) report(node, 'writes SQL')
    },
  }).visit(file.program)
  return findings
}

function mayContainSql({ path, name }: SourceFile): boolean {
  return (
    name === 'store.ts' ||
    name === 'schema.ts' ||
    path.startsWith('server/app/migrations/') ||
    path.startsWith('server/platform/database/') ||
    isForTests(path)
  )
}

function methodOf(callee: Expression): { object: string; method: string } | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined
  return { object: lastNameOf(callee.object) ?? '…', method: callee.property.name }
}

/** Returns the last identifier of an expression: `db` for both `db` and `ctx.db`. */
function lastNameOf(expression: Expression): string | undefined {
  if (expression.type === 'Identifier') return expression.name
  if (expression.type === 'MemberExpression' && !expression.computed)
    return expression.property.name
  return undefined
}

/**
 * Returns the names of the branded types that `access.ts` files export. A value of such a type proves that
 * access was granted.
 */
export function accessTypesOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const types = new Set<string>()
  for (const { name, program } of files) {
    if (name !== 'access.ts' || program === undefined) continue
    for (const statement of program.body) {
      if (statement.type !== 'ExportNamedDeclaration') continue
      const type = statement.declaration
      if (type?.type !== 'TSInterfaceDeclaration' && type?.type !== 'TSTypeAliasDeclaration')
        continue
      let isBranded = false
      new Visitor({
        TSPropertySignature(node) {
          if (node.computed) isBranded = true
        },
      }).visit({ ...program, body: [statement] })
      if (isBranded) types.add(type.id.name)
    }
  }
  return types
}

/** Forbids type assertions to an access type, except in an `access.ts`. Only an `access.ts` grants access. */
export function checkAccessTypes(file: SourceFile, accessTypes: ReadonlySet<string>): Finding[] {
  if (
    file.program === undefined ||
    file.name === 'access.ts' ||
    topFolderOf(file.path) !== 'server'
  )
    return []
  const findings: Finding[] = []
  const check = (node: { start: number; typeAnnotation: TSType }) => {
    const name = nameOfType(node.typeAnnotation)
    if (name !== undefined && accessTypes.has(name))
      findings.push(
        finding(
          file,
          file.lineAt(node.start),
          `asserts a ${name}: only an access.ts creates one; call its authorize function, or add one for this case`,
        ),
      )
  }
  new Visitor({ TSAsExpression: check, TSTypeAssertion: check }).visit(file.program)
  return findings
}

function nameOfType(type: TSType): string | undefined {
  return type.type === 'TSTypeReference' && type.typeName.type === 'Identifier'
    ? type.typeName.name
    : undefined
}

/**
 * Forbids parsing a local date as an instant: west of Greenwich, `new Date('2026-05-30')` is on the day
 * before.
 */
export function checkDates(file: SourceFile): Finding[] {
  if (file.program === undefined || file.stem === 'clock') return []
  const findings: Finding[] = []
  const check = (node: Node, [value, ...more]: readonly Node[]) => {
    if (value !== undefined && more.length === 0 && isLocalDate(value))
      findings.push(
        finding(
          file,
          file.lineAt(node.start),
          'parses a local date as an instant: only the clock does that (server/platform/clock.ts, or clock.ts on the web)',
        ),
      )
  }
  new Visitor({
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'Date')
        check(node, node.arguments)
    },
    CallExpression(node) {
      const call = methodOf(node.callee)
      if (call?.object === 'Date' && call.method === 'parse') check(node, node.arguments)
    },
  }).visit(file.program)
  return findings
}

const ZONE_SUFFIX = /(Z|[+-]\d\d:?\d\d)$/
const NAMES_OF_LOCAL_DATES = /^(date|day|today|tomorrow|localDate|dateText|isoDate)$/

function isLocalDate(value: Node): boolean {
  switch (value.type) {
    case 'Literal':
      return typeof value.value === 'string' && !ZONE_SUFFIX.test(value.value)
    case 'TemplateLiteral':
      return !ZONE_SUFFIX.test(value.quasis.at(-1)?.value.raw ?? '')
    case 'Identifier':
      return NAMES_OF_LOCAL_DATES.test(value.name)
    case 'MemberExpression':
      return !value.computed && NAMES_OF_LOCAL_DATES.test(value.property.name)
    default:
      return false
  }
}

function finding(file: SourceFile, line: number, message: string): Finding {
  return { path: file.path, line, level: 'error', message }
}
