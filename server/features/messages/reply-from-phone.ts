import type { Context } from '../../context.ts'
import { AppError } from '../../platform/errors.ts'
import type { OutboxTexter } from './gate.ts'

/** A text from a pretend phone; it takes the way of one that the provider hands over. */
export async function replyFromPhone(
  _ctx: Context,
  { number }: OutboxTexter,
  body: string,
): Promise<void> {
  throw new AppError('UNAVAILABLE', `Nobody reads ${body} from ${number} yet.`)
}
