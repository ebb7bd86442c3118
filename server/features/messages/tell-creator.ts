import * as z from 'zod/mini'
import { email, id } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import { MailRefused } from '../../providers/email/email.ts'
import { describeSpots } from './describe-spots.ts'
import { messengerOfJob } from './gate.ts'
import { linkTo } from './link-to-app.ts'
import { findCreatorToTell } from './store.ts'

const job = z.object({ teeTimeId: id })

/**
 * Tells the creator of a tee time how full it is at this moment, in one email for all that happened
 * since the job was added. Tells nothing once there is nobody to tell, or nothing to look forward to.
 * @throws Error when the mail could not be handed over: the job is to try again
 */
export async function tellCreator(ctx: Context, payload: unknown): Promise<void> {
  const { teeTimeId } = job.parse(payload)
  const found = await findCreatorToTell(ctx.db, messengerOfJob(), teeTimeId, ctx.clock.now())
  if (found === undefined || !email.safeParse(found.email).success) return
  const { card, golferId, groupName, slug } = found
  try {
    await ctx.email.send({
      to: found.email,
      golferId,
      ...describeSpots(card, { groupName, link: linkTo(ctx.config, `/${slug}`) }),
      // Every change of a card raises its version: a second try, or a second job that finds nothing
      // new, is the same mail, and a try that finds more to tell is another one.
      key: `tell_creator:${teeTimeId}:${card.version}`,
    })
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error
    ctx.log.warn({ err: error, golferId, teeTimeId }, 'A golfer cannot be reached by email')
  }
}
