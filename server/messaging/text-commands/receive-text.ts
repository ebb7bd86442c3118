import {
  MAX_KEYWORD_REPLIES_PER_HOUR,
  MAX_REPLIES_PER_HOUR,
  MAX_TEXT_LENGTH,
} from '../../../contract/messages.ts'
import type { Context } from '../../context.ts'
import { restartNumber } from '../../identity/index.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { inTransaction, type Queries, takeAdvisoryLock } from '../../platform/database/database.ts'
import { canText } from '../../platform/phone-number.ts'
import { queueText, type TextToNumber } from '../deliveries/queue-messages.ts'
import { stopTexts } from '../deliveries/stop-texts.ts'
import { type Texter, texterByNumber } from './access.ts'
import { answerCommand } from './answer-command.ts'
import { type Command, readCommand } from './read-command.ts'
import { endList, insertIncoming, isStopped, listLatestTexts } from './store.ts'
import * as replies from './text-replies.ts'

export interface IncomingText {
  readonly providerId: string
  /** In E.164. */
  readonly from: string
  readonly body: string
  /** The keyword that the provider recognized and already answered with its own automatic reply. */
  readonly answeredByProvider?: 'stop' | 'start' | 'help' | undefined
}

/** `golferId` is missing if several golfers have the phone, or for a general reply, such as that to HELP. */
type Answer = Pick<TextToNumber, 'text' | 'golferId' | 'evenStopped' | 'uncapped'>

/** Does nothing if the text has already been handled. @throws Error if the provider must deliver it again */
export function receiveText(ctx: Context, incoming: IncomingText): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    const { providerId, from: number, answeredByProvider } = incoming
    const now = ctx.clock.now()
    // PostgreSQL cannot store NUL characters.
    const body = incoming.body.replaceAll('\0', '').slice(0, MAX_TEXT_LENGTH + 1)
    await takeAdvisoryLock(tx, `text-from:${number}`)
    if (!(await insertIncoming(tx, { providerId, number, body, receivedAt: now }))) return
    const answer = await handleText(ctx, tx, { ...incoming, body }, now)
    if (answer === undefined || answeredByProvider !== undefined) return
    await queueText(tx, { ...answer, event: 'reply', number, key: `reply:${providerId}` }, now)
  })
}

const KEYWORD_KINDS: ReadonlySet<Command['kind']> = new Set(['stop', 'start', 'help'])

/** How many of a number's latest texts to count. This must be more than the limits for replies. */
const MAX_TEXTS_COUNTED = 200

async function readTextRate(tx: Queries, number: string, body: string, now: Date) {
  const latest = await listLatestTexts(tx, number, MAX_TEXTS_COUNTED)
  const textsWithin = (hours: number) =>
    latest.filter(({ receivedAt }) => now.getTime() - receivedAt.getTime() < hours * HOUR_MS)
  const texts = textsWithin(1)
  const isFlood = texts.length > MAX_REPLIES_PER_HOUR
  const keywords = texts.filter((text) => KEYWORD_KINDS.has(readCommand(text.body).kind))
  return {
    isFlood,
    isKeywordFlood: isFlood && keywords.length > MAX_KEYWORD_REPLIES_PER_HOUR,
    hasTextedToday: textsWithin(24).length > 1,
    isRepeated: texts.filter((text) => text.body === body).length > 1,
  }
}

async function handleText(
  ctx: Context,
  tx: Queries,
  { from: number, body, answeredByProvider }: IncomingText,
  now: Date,
): Promise<Answer | undefined> {
  const command: Command = answeredByProvider ? { kind: answeredByProvider } : readCommand(body)
  if (command.kind !== 'choice') await endList(tx, number, now)
  const texter = await texterByNumber(tx, number)
  const rate = await readTextRate(tx, number, body, now)
  if (command.kind === 'stop') {
    const isNew = await stopTexts(tx, number, { how: 'STOP', wording: body }, now)
    return isNew && !rate.isKeywordFlood
      ? { text: replies.TEXTS_STOPPED, evenStopped: true }
      : undefined
  }
  // Replies cost money, so ignore texts from abroad and, in a flood of texts, everything except keywords. But
  // act on a text to which the provider has already replied.
  const isAccepted = !rate.isFlood || KEYWORD_KINDS.has(command.kind)
  if (!(isAccepted && canText(number)) && answeredByProvider === undefined) return undefined
  const isSilent = rate.isKeywordFlood || (!texter.isKnown && rate.hasTextedToday)
  if (command.kind === 'help') {
    return isSilent ? undefined : { text: replies.sayHelp(ctx.config), evenStopped: true }
  }
  if (command.kind === 'start') {
    const restart = await restartNumber(ctx, tx, number, { how: 'START', wording: body })
    return isSilent ? undefined : { text: sayRestarted(texter, restart), uncapped: true }
  }
  if (isSilent || (await isStopped(tx, number))) return undefined
  if (!texter.isKnown) return { text: replies.UNKNOWN_NUMBER }
  const [golferId, ...others] = texter.golferIds
  if (golferId === undefined) return { text: replies.START_FIRST }
  if (command.kind === 'unknown') {
    // A repeated text may be the phone's automatic reply to our last reply. Stay silent to end the loop.
    return rate.isRepeated ? undefined : { text: replies.NOT_UNDERSTOOD }
  }
  const isShared = others.length > 0
  const textContext = { ...ctx, db: tx, texter, isShared, now: ctx.clock.now() }
  const text = await answerCommand(textContext, command)
  return isShared ? { text } : { text, golferId }
}

function sayRestarted(
  texter: Texter,
  { hasChanged, agreedCount, unprovenCount }: Awaited<ReturnType<typeof restartNumber>>,
): string {
  if (!texter.isKnown) return replies.UNKNOWN_NUMBER
  if (agreedCount === 0 && unprovenCount > 0) return replies.PROVE_EMAIL_FIRST
  return hasChanged ? replies.TEXTS_STARTED : replies.TEXTS_ALREADY_ON
}
