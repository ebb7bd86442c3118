import { HOSTILE_VALUES } from '../../server/system-tests/testing/hostile-values.ts'
import type { Random } from '../../server/system-tests/testing/random.ts'

/** The part of JSON Schema that zod generates. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: string
  readonly pattern?: string
}

/** Most of the app's patterns match at least one of these strings. */
const WORDS = [
  ...['2026-06-06', '2026-06-13', '08:12', '17:30', 'Priddis Greens', 'Lakeview', 'Uncle Ben'],
  ...['robin@club.example', '403-555-0199', '+14035550142', 'sunrise-golf', 'America/Edmonton'],
  ...['2026-06-06T14:12:00.000Z', 'https://push.example/send/1', 'Tee-off 7:45', 'Ünïcode ⛳'],
]

/**
 * Returns a value that matches a schema's types, bounds and choices, but not always its pattern. Returns a
 * hostile value if the schema has no type.
 */
export function valueFor(schema: Schema, random: Random): unknown {
  const { pick, chance } = random
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return pick(schema.enum)
  const branches = schema.anyOf ?? schema.oneOf
  if (branches !== undefined) return valueFor(pick(branches), random)
  if (schema.allOf !== undefined) {
    const { allOf, ...rest } = schema
    return valueFor(Object.assign({}, rest, ...allOf), random)
  }
  const type = typeof schema.type === 'object' ? pick(schema.type) : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || chance(60))
          .map(([name, property]) => [name, valueFor(property, random)]),
      )
    case 'array':
      return Array.from({ length: random.below(4) }, () => valueFor(schema.items ?? {}, random))
    case 'integer':
    case 'number':
      return numberFor(schema, random)
    case 'boolean':
      return chance(50)
    case 'null':
      return null
    case 'string':
      return textFor(schema, random)
    default:
      return pick(HOSTILE_VALUES)
  }
}

function numberFor({ minimum = 0, maximum = 400, multipleOf = 1 }: Schema, random: Random): number {
  const largest = Math.min(maximum, minimum + 400)
  const value = random.pick([minimum, largest, minimum + random.below(largest - minimum + 1)])
  return Math.ceil(value / multipleOf) * multipleOf
}

function textFor({ minLength = 0, maxLength, pattern, format }: Schema, random: Random): string {
  const matching = WORDS.filter((word) => matches(word, pattern))
  if (matching.length > 0 && (format !== undefined || random.chance(80)))
    return random.pick(matching)
  return 'x'.repeat(random.pick([minLength, Math.min(maxLength ?? 20, 2_000)]))
}

function matches(word: string, pattern: string | undefined): boolean {
  if (pattern === undefined) return true
  try {
    return new RegExp(pattern, 'u').test(word)
  } catch {
    return false
  }
}
