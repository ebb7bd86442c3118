import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { type $ZodType, type output, toJSONSchema } from 'zod/v4/core'

type Serialize = ReturnType<FastifySerializerCompiler<$ZodType>>

/**
 * Serializes answers with only the fields that their schema names, so that no other field is ever sent.
 * Parsing every answer with zod took eight times as long.
 */
export const serializeAnswers: FastifySerializerCompiler<$ZodType> = ({ schema }) =>
  serializerOf(schema)

/** Serializers by schema. Many routes share a schema: the error schema is used twice by every route. */
const serializers = new WeakMap<$ZodType, Serialize>()

/**
 * Returns the serializer of a schema. It is compiled on first use: a process uses few routes soon after its
 * start, and compiling them all takes time and memory.
 */
function serializerOf(schema: $ZodType): Serialize {
  return (value) => {
    const known = serializers.get(schema)
    if (known !== undefined) return known(value)
    const compiled = compile(schema)
    serializers.set(schema, compiled)
    return compiled(value)
  }
}

function compile(schema: $ZodType): Serialize {
  // The library would look for a schema named after the URL in `$schema`.
  const { $schema, ...definition } = toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  return fastJsonStringify(definition as Parameters<typeof fastJsonStringify>[0])
}

/**
 * JSON that a handler may return instead of its answer. A value that many answers share is then serialized only
 * once. Only {@link jsonWriter} and {@link jsonArray} create it, so it contains only what its schema names, like
 * any other answer.
 */
class JsonText<Shape> {
  declare readonly shape: Shape
  readonly text: string
  #bytes: Buffer | undefined

  constructor(text: string) {
    this.text = text
  }

  /** The text as it is sent, encoded on first use. */
  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }
}

export type { JsonText }

/** Returns a function that serializes values of a schema. */
export function jsonWriter<Schema extends $ZodType>(
  schema: Schema,
): (value: output<Schema>) => JsonText<output<Schema>> {
  const serialize = serializerOf(schema)
  return (value) => new JsonText(serialize(value))
}

/** Joins serialized values into the JSON of their array. */
export function jsonArray<Item>(items: readonly JsonText<Item>[]): JsonText<Item[]> {
  return new JsonText(`[${items.map(({ text }) => text).join(',')}]`)
}

/** Returns whether a handler's answer is already JSON. */
export function isJsonText(answer: unknown): answer is JsonText<unknown> {
  return answer instanceof JsonText
}
