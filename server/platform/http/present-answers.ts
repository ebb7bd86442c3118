import fastJsonStringify from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify/types/schema.js'
import { type $ZodType, toJSONSchema } from 'zod/v4/core'

type Present = ReturnType<FastifySerializerCompiler<$ZodType>>

/** A schema is the answer of many routes: that of errors is each one's, twice. */
const compiled = new WeakMap<$ZodType, Present>()

/**
 * Writes answers as their schema names them and nothing else: what a schema does not name never
 * leaves. Compiled once for each schema; parsing every answer with zod took eight times as long.
 */
export const presentAnswers: FastifySerializerCompiler<$ZodType> = ({ schema }) => {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  // The draft's own address would be looked for as a schema of that name.
  const { $schema, ...definition } = toJSONSchema(schema, { target: 'draft-7', io: 'output' })
  const present = fastJsonStringify(definition as Parameters<typeof fastJsonStringify>[0])
  compiled.set(schema, present)
  return present
}
