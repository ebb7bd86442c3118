import {
  ANSWERS_AN_HOUR,
  KEYWORD_ANSWERS_AN_HOUR,
  MAX_TEXT_LENGTH,
} from '../../../contract/text-commands.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { retryConflicts } from '../../platform/database/retry-conflicts.ts'
import { isTextedFromHere } from '../../platform/phone-number.ts'
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
  UNKNOWN_NUMBER,
} from './say-standing.ts'
import { endList, insertIncoming, isStopped, listLatest, lockPhone } from './store.ts'

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
  /** Whose words they are, where the phone is one golfer's. */
  readonly golferId?: number
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
  const { providerId, from: number, answeredByProvider } = incoming
  const now = ctx.clock.now()
  // The database keeps no NUL, which is no letter of any text.
  const body = incoming.body.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH + 1)
  await lockPhone(tx, number)
  if (!(await insertIncoming(tx, { providerId, number, body, receivedAt: now }))) return
  const command = answeredByProvider ? { kind: answeredByProvider } : readCommand(body)
  if (command.kind !== 'choice') await endList(tx, number, now)
  const answer = await answerTo(ctx, tx, {
    texter: await texterByNumber(tx, number),
    command,
    isAnswered: answeredByProvider !== undefined,
    body,
    now,
    ...(await paceOf(tx, number, { body, now })),
  })
  if (answer === undefined || answeredByProvider !== undefined) return
  await queueText(tx, { ...answer, event: 'reply', number, key: `reply:${providerId}` }, now)
}

/** How a number texts, this text included. */
interface Pace {
  /** More than a golfer would. */
  readonly isFlood: boolean
  /** It texted within the last day before. */
  readonly wasHeardToday: boolean
  /** It said the same within the last hour before. */
  readonly repeats: boolean
  /** It said STOP, START or HELP more often within the hour than is answered beyond the flood. */
  readonly isKeywordFlood: boolean
}

/** So many texts are looked at for STOP, START and HELP in a flood. */
const MOST_LOOKED_AT = 200

async function paceOf(
  tx: Queries,
  number: string,
  { body, now }: { body: string; now: Date },
): Promise<Pace> {
  const latest = await listLatest(tx, number, ANSWERS_AN_HOUR + 1)
  const since = (hours: number) =>
    latest.filter(({ receivedAt }) => now.getTime() - receivedAt.getTime() < hours * HOUR)
  const isFlood = since(1).length > ANSWERS_AN_HOUR
  return {
    isFlood,
    isKeywordFlood: isFlood && (await countKeywords(tx, number, now)) > KEYWORD_ANSWERS_AN_HOUR,
    wasHeardToday: since(24).length > 1,
    repeats: since(1).filter((text) => text.body === body).length > 1,
  }
}

const KEYWORDS: ReadonlySet<Command['kind']> = new Set(['stop', 'start', 'help'])

/** Counts the STOPs, STARTs and HELPs of a number within the last hour. */
async function countKeywords(tx: Queries, number: string, now: Date): Promise<number> {
  const latest = await listLatest(tx, number, MOST_LOOKED_AT)
  return latest.filter(
    ({ body, receivedAt }) =>
      now.getTime() - receivedAt.getTime() < HOUR && KEYWORDS.has(readCommand(body).kind),
  ).length
}

interface Question extends Pace {
  readonly texter: Texter
  readonly command: Command
  /** By the provider, in its own words. */
  readonly isAnswered: boolean
  readonly body: string
  readonly now: Date
}

/** Does what is asked; undefined where nothing is answered. */
async function answerTo(
  ctx: Context,
  tx: Queries,
  question: Question,
): Promise<Answer | undefined> {
  const { texter, command, body, now, isFlood, isKeywordFlood } = question
  const { number } = texter
  if (command.kind === 'stop') {
    const isNew = await stopTexts(tx, number, { how: 'STOP', wording: body }, now)
    return isNew && !isKeywordFlood ? { text: STOPPED, evenStopped: true } : undefined
  }
  // Each answer costs; and what is not answered is not done, unless the provider has answered it.
  const isHeard = !isFlood || KEYWORDS.has(command.kind)
  if (!(isHeard && isTextedFromHere(number)) && !question.isAnswered) return undefined
  const isSilent = isKeywordFlood || (!texter.isKnown && question.wasHeardToday)
  if (command.kind === 'help') {
    return isSilent ? undefined : { text: sayHelp(ctx.config), evenStopped: true }
  }
  if (command.kind === 'start') {
    const restarted = await restartNumber(tx, number, { how: 'START', wording: body }, now)
    return isSilent ? undefined : { text: sayRestarted(texter, restarted), uncapped: true }
  }
  if (isSilent || (await isStopped(tx, number))) return undefined
  if (!texter.isKnown) return { text: UNKNOWN_NUMBER }
  const [account, ...others] = texter.accounts
  if (account === undefined) return { text: START_FIRST }
  if (command.kind === 'unknown') {
    // Phones that answer by themselves say the same each time.
    return question.repeats ? undefined : { text: NOT_UNDERSTOOD }
  }
  return {
    text: await answerCommand(ctx, tx, texter, command),
    ...(others.length === 0 && { golferId: account.golferId }),
  }
}

function sayRestarted(texter: Texter, { isNew, agreed, unproven }: Restarted): string {
  if (!texter.isKnown) return UNKNOWN_NUMBER
  if (agreed === 0 && unproven > 0) return PROVE_EMAIL_FIRST
  return isNew ? STARTED : ON_ALREADY
}
