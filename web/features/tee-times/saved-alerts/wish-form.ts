import * as z from 'zod/mini'
import { localTime } from '../../../../contract/fields.ts'
import { wishForm as contractForm } from '../../../../contract/standing-wishes.ts'

/** An optional time. */
const time = z.union([z.literal(''), localTime])

/** The contract's rules, except that an empty field matches anything. */
export const wishForm = z
  .object({
    days: contractForm.shape.days,
    notBefore: time,
    notAfter: time,
    course: contractForm.shape.course,
  })
  .check(
    z.refine(
      ({ notBefore, notAfter }) => notBefore === '' || notAfter === '' || notBefore <= notAfter,
      { path: ['notAfter'], message: 'Pick a later time than the first' },
    ),
  )
