import * as z from 'zod'
import type { Schema } from './schema-values.ts'

export interface Operation {
  /** For example `GET /api/auth/me`. */
  readonly name: string
  readonly method: string
  readonly path: string
  readonly query: readonly (readonly [name: string, schema: Schema])[]
  readonly body: Schema | undefined
  /** Returns the response schema for a status; undefined if the document has none. */
  responseSchemaFor(status: number): Schema | undefined
}

const jsonSchema = z.looseObject({})
const contentSchema = z.optional(
  z.object({ 'application/json': z.optional(z.object({ schema: z.optional(jsonSchema) })) }),
)
const operationSchema = z.object({
  parameters: z.optional(
    z.array(z.object({ name: z.string(), in: z.string(), schema: jsonSchema })),
  ),
  requestBody: z.optional(z.object({ content: contentSchema })),
  responses: z.record(z.string(), z.object({ content: contentSchema })),
})
const openApiSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
})

export function operationsOf(document: unknown): Operation[] {
  return Object.entries(openApiSchema.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, { parameters = [], requestBody, responses }]) => {
      const method = name.toUpperCase()
      return {
        name: `${method} ${path}`,
        method,
        path,
        query: parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => [parameter.name, parameter.schema as Schema] as const),
        body: requestBody?.content?.['application/json']?.schema as Schema | undefined,
        responseSchemaFor: (status: number) => {
          const answer = responses[status] ?? responses[`${Math.floor(status / 100)}XX`]
          return answer?.content?.['application/json']?.schema as Schema | undefined
        },
      }
    }),
  )
}
