import { expect, test } from 'vitest'
import * as z from 'zod'
import { RULES } from './all-rules.ts'
import { nameOf } from './rule.ts'

/** Fields with several lines, which keep their line breaks. */
const PARAGRAPHS = ['description', 'notes', 'body']
/** Fields whose text is not cleaned, because it is only compared, is never shown, or has a strict format. */
const NOT_CLEANED = [
  /password/i,
  /^(endpoint|textNumber|clientSecret|subscriptionId)$/,
  /^(date|timeZone|code|device)$/,
]

interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
}

function shapeOf(schema: unknown): Readonly<Record<string, z.ZodType>> {
  const { def } = (schema ?? {}) as { def?: Definition }
  return def?.shape ?? (def?.innerType === undefined ? {} : shapeOf(def.innerType))
}

function isFreeText(schema: z.ZodType): boolean {
  const { anyOf, ...alone } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return [alone, ...(anyOf ?? [])].some(
    (each) =>
      typeof each === 'object' &&
      each.type === 'string' &&
      !each.format &&
      !each.pattern &&
      each.const === undefined &&
      !each.enum,
  )
}

const FIELDS = RULES.flatMap(({ endpoint }) =>
  [endpoint.body, endpoint.query].flatMap((input) =>
    Object.entries(shapeOf(input))
      .filter(([, schema]) => isFreeText(schema))
      .filter(([field]) => !NOT_CLEANED.some((pattern) => pattern.test(field)))
      .map(([field, schema]) => [`${nameOf(endpoint)} ${field}`, field, schema] as const),
  ),
)

test('finds fields to check', () => {
  expect(FIELDS.map(([, field]) => field)).toEqual(
    expect.arrayContaining(['name', 'groupName', 'adminName', 'course', 'notes', 'search']),
  )
})

test.each(FIELDS)(
  'removes direction marks, control characters and stray line breaks from %s',
  (_, field, schema) => {
    const typed = 'Ab \u202ecd\u2066\u200f\u061c\u0007\r\nef\u2028gh'
    const parsed = schema.parse(typed)
    expect(parsed).toBe(PARAGRAPHS.includes(field) ? 'Ab cd\r\nef\u2028gh' : 'Ab cd ef gh')
  },
)
