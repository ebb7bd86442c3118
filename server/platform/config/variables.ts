import * as z from 'zod'

/** Treats an empty environment variable as unset. */
const blankAsUnset = (value: unknown) => (value === '' ? undefined : value)

export const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess(blankAsUnset, schema.optional())

export const withDefault = <S extends z.ZodType>(schema: S, value: z.input<S>) =>
  z.preprocess((given) => (given === '' || given === undefined ? value : given), schema)

export const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be a web address like https://golf.example' })
  .transform((url) => url.replace(/\/$/, ''))

export const flag = z
  .enum(['0', '1', 'true', 'false'], { error: "must be '1' or '0'" })
  .transform((value) => value === '1' || value === 'true')

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `must be a whole number from ${min} to ${max}`)
