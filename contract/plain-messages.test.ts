import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
// 'zod', unlike 'zod/mini', loads Zod's English messages. The server loads them too.
import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { plainMessage } from './plain-messages.ts'

z.config({ customError: plainMessage })

const LIBRARY_WORDING =
  /^Invalid (input|option|value|key|element|discriminator|string|number|ISO|UUID|URL)|^Too (small|big)|^Unrecognized|expected|received|must match pattern/i

const INVALID_VALUES: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  ' ',
  'nonsense',
  'x'.repeat(2_000),
  '0',
  -1,
  0,
  1.5,
  1e12,
  Number.NaN,
  [],
  Array(2_000).fill('x'),
  [null],
  {},
  { odd: [1] },
]

const modules = await Promise.all(
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file): Promise<Record<string, unknown>> => import(`./${file}`)),
)
const endpoints = modules.flatMap((module) => Object.values(module)).filter(isEndpoint)

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'response' in value && 'path' in value
}

function fieldsOf(shape: z.core.$ZodType): string[] {
  const inner: unknown = Reflect.get(shape._zod.def, 'innerType')
  if (inner instanceof z.core.$ZodType) return fieldsOf(inner)
  const fields: unknown = Reflect.get(shape._zod.def, 'shape')
  return typeof fields === 'object' && fields !== null ? Object.keys(fields) : []
}

function messagesIn(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.flatMap((issue) => [
    issue.message,
    ...(issue.code === 'invalid_union' ? issue.errors.flatMap(messagesIn) : []),
  ])
}

test('uses plain words for every invalid input of every call', () => {
  expect(endpoints.length).toBeGreaterThan(100)
  const libraryMessages = new Set<string>()
  for (const { method, path, params, query, body } of endpoints) {
    for (const shape of [params, query, body]) {
      if (shape === undefined) continue
      const inputs = [
        ...INVALID_VALUES,
        ...fieldsOf(shape).flatMap((field) => INVALID_VALUES.map((value) => ({ [field]: value }))),
      ]
      for (const input of inputs) {
        for (const message of messagesIn(z.core.safeParse(shape, input).error?.issues ?? [])) {
          if (LIBRARY_WORDING.test(message)) libraryMessages.add(`${method} ${path}: ${message}`)
        }
      }
    }
  }
  expect([...libraryMessages]).toEqual([])
})

test.each([
  [z.string().max(100), 'x'.repeat(101), 'Enter at most 100 characters'],
  [z.string().min(1), '', 'Enter at least 1 character'],
  [z.int().max(2), 3, 'Enter at most 2'],
  [z.int(), 1.5, 'Enter a whole number'],
  [z.string(), undefined, 'This is required'],
  [z.string(), 5, 'Enter text'],
  [z.array(z.string()).min(1), [], 'Pick at least 1'],
  [z.enum(['sms', 'email']), 'fax', 'Use one of these: sms, email'],
  [z.uuid(), 'x', "This value isn't valid"],
] as const)('%#: says what to do', (shape, value, message) => {
  expect(z.core.safeParse<z.core.$ZodType>(shape, value).error?.issues[0]?.message).toBe(message)
})
