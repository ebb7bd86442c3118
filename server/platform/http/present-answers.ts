import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { type $ZodType, type output, toJSONSchema } from 'zod/v4/core'

type Present = ReturnType<FastifySerializerCompiler<$ZodType>>

/**
 * Writes answers as their schema names them and nothing else: what a schema does not name never
 * leaves. Parsing every answer with zod took eight times as long.
 */
export const presentAnswers: FastifySerializerCompiler<$ZodType> = ({ schema }) =>
  presenterOf(schema)

/** A schema is the answer of many routes: the schema of errors belongs to every route, twice. */
const presenters = new WeakMap<$ZodType, Present>()

/** Returns the one presenter of a schema, which is compiled when it first writes a value. */
function presenterOf(schema: $ZodType): Present {
  const known = presenters.get(schema)
  if (known !== undefined) return known
  let compiled: Present | undefined
  const present: Present = (value) => {
    // A process needs few of its routes soon after its start, and all of them take time and memory.
    compiled ??= compile(schema)
    return compiled(value)
  }
  presenters.set(schema, present)
  return present
}

function compile(schema: $ZodType): Present {
  // The draft's own address would be looked for as a schema of that name.
  const { $schema, ...definition } = toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  return fastJsonStringify(definition as Parameters<typeof fastJsonStringify>[0])
}

/**
 * JSON that is ready to be sent. A handler may return it in place of its answer, and nothing is
 * serialized again: a value that many answers share can be serialized once and kept.
 *
 * Only {@link jsonWriter} and {@link jsonArray} create it, so it holds what its schema names and
 * nothing else, like any other answer.
 */
class JsonText<Shape> {
  declare readonly shape: Shape
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type { JsonText }

/** Returns a function that serializes values of a schema. */
export function jsonWriter<Schema extends $ZodType>(
  schema: Schema,
): (value: output<Schema>) => JsonText<output<Schema>> {
  const present = presenterOf(schema)
  return (value) => new JsonText(present(value))
}

/** Joins serialized values into the JSON of their array. */
export function jsonArray<Item>(items: readonly JsonText<Item>[]): JsonText<Item[]> {
  return new JsonText(`[${items.map(({ text }) => text).join(',')}]`)
}

/** Whether a handler returned finished JSON. */
export function isJsonText(answer: unknown): answer is JsonText<unknown> {
  return answer instanceof JsonText
}
