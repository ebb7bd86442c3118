import { ANSWERS_AN_HOUR } from '../../../contract/text-commands.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { type Restarted, restartNumber } from '../consents/restart-number.ts'
import { queueText } from '../deliveries/queue-text.ts'
import { stopTexts } from '../deliveries/stop-texts.ts'
import { answerCommand } from './answer-command.ts'
import { type Texter, texterByNumber } from './gate.ts'
import { type Command, readCommand } from './read-command.ts'
import {
  NOT_UNDERSTOOD,
  ON_ALREADY,
  PROVE_EMAIL_FIRST,
  START_FIRST,
  STARTED,
  STOPPED,
  sayHelp,
  sayUnknownNumber,
} from './say-standing.ts'
import { countIncoming, insertIncoming, isStopped, lockPhone } from './store.ts'

/** A text that came in, from a provider that has shown to be it, or from the outbox. */
export interface IncomingText {
  /** The provider's id: a text with a known one has been worked already. */
  readonly providerId: string
  /** E.164. */
  readonly from: string
  readonly body: string
  /** What the provider took it for and has answered by itself, in its own words. */
  readonly answeredByProvider?: 'stop' | 'start' | 'help'
}

interface Answer {
  readonly text: string
  /** The one text that a number gets which has said STOP. */
  readonly evenStopped?: boolean
  /** What the law wants answered, whatever the caps. */
  readonly uncapped?: boolean
}

const HOUR = 3_600_000

/**
 * Does what a text asks for and queues the answer, in one transaction: after a crash all of it is
 * there, or nothing and the provider's next try does it. A text that is known changes nothing.
 * @throws Error when it could not be done: the provider is to try again
 */
export function receiveText(ctx: Context, incoming: IncomingText): Promise<void> {
  return retryConflicts(() => ctx.db.transaction((tx) => work(ctx, tx, incoming)))
}

async function work(ctx: Context, tx: Queries, incoming: IncomingText): Promise<void> {
  const { providerId, from: number, body } = incoming
  const now = ctx.clock.now()
  await lockPhone(tx, number)
  if (!(await insertIncoming(tx, { providerId, number, body, receivedAt: now }))) return
  const command: Command = incoming.answeredByProvider
    ? { kind: incoming.answeredByProvider }
    : readCommand(body)
  const texter = await texterByNumber(tx, number)
  const answer = await answerTo(ctx, tx, { texter, command, body, now })
  if (answer === undefined || incoming.answeredByProvider !== undefined) return
  const [account, ...others] = texter.accounts
  await queueText(
    tx,
    {
      ...answer,
      event: 'reply',
      number,
      ...(account !== undefined && others.length === 0 && { golferId: account.golferId }),
      key: `reply:${providerId}`,
    },
    now,
  )
}

interface Question {
  readonly texter: Texter
  readonly command: Command
  readonly body: string
  readonly now: Date
}

/** Does what is asked; undefined where nothing is answered. */
async function answerTo(
  ctx: Context,
  tx: Queries,
  question: Question,
): Promise<Answer | undefined> {
  const { texter, command, body, now } = question
  const { number } = texter
  const since = (hours: number) => countIncoming(tx, number, new Date(now.getTime() - hours * HOUR))
  const isFlood = (await since(1)) > ANSWERS_AN_HOUR
  if (command.kind === 'stop') {
    const isNew = await stopTexts(tx, number, { how: 'STOP', wording: body }, now)
    return isNew && !isFlood ? { text: STOPPED, evenStopped: true } : undefined
  }
  // Whoever texts so often is no golfer, and each answer costs.
  if (isFlood) return undefined
  if (command.kind === 'help') {
    if (!texter.isKnown && (await since(24)) > 1) return undefined
    return { text: sayHelp(ctx.config), evenStopped: true }
  }
  if (command.kind === 'start') {
    const restarted = await restartNumber(tx, number, { how: 'START', wording: body }, now)
    if (!texter.isKnown && (await since(24)) > 1) return undefined
    return { text: sayRestarted(ctx, texter, restarted), uncapped: true }
  }
  if (await isStopped(tx, number)) return undefined
  if (!texter.isKnown) {
    return (await since(24)) > 1 ? undefined : { text: sayUnknownNumber(ctx.config) }
  }
  if (texter.accounts.length === 0) return { text: START_FIRST }
  if (command.kind === 'unknown') {
    // Phones that answer by themselves say the same each time.
    const again = await countIncoming(tx, number, new Date(now.getTime() - HOUR), body)
    return again > 1 ? undefined : { text: NOT_UNDERSTOOD }
  }
  return { text: await answerCommand(ctx, tx, texter, command) }
}

function sayRestarted(
  ctx: Context,
  texter: Texter,
  { isNew, agreed, unproven }: Restarted,
): string {
  if (!texter.isKnown) return sayUnknownNumber(ctx.config)
  if (agreed === 0 && unproven > 0) return PROVE_EMAIL_FIRST
  return isNew ? STARTED : ON_ALREADY
}
