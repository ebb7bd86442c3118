import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { segmentsOf } from '../../../providers/texts/texts.ts'
import type { factories, TestGolfer } from '../../../system-tests/testing/factories.ts'
import type { TestApp } from '../../../system-tests/testing/test-app.ts'
import { type IncomingText, receiveText } from '../receive-text.ts'

let counter = 0

export function newNumber(): string {
  counter += 1
  return `+1403555${String(1_000 + counter)}`
}

export function texting(app: TestApp) {
  const { db } = app.ctx

  /** Gives a golfer a number: by default confirmed, with consent to texts and a proven email. */
  async function givePhone(
    golfer: TestGolfer,
    {
      number = newNumber(),
      hasAgreed = true,
      isEmailProven = true,
      isNumberConfirmed = true,
    }: {
      number?: string
      hasAgreed?: boolean
      isEmailProven?: boolean
      isNumberConfirmed?: boolean
    } = {},
  ): Promise<string> {
    const now = app.clock.now()
    await db.$client.query(
      `update golfers set phone = $2, phone_number = $2, text_consent_at = $3, email_proven_at = $4,
         phone_confirmed_at = $5
       where id = $1`,
      [
        golfer.id,
        number,
        hasAgreed ? now : null,
        isEmailProven ? now : null,
        isNumberConfirmed ? now : null,
      ],
    )
    return number
  }

  async function text(
    from: string,
    body: string,
    more: Partial<IncomingText> = {},
  ): Promise<string | undefined> {
    const { providerId = newSid() } = more
    await receiveText(app.ctx, { ...more, providerId, from, body })
    return findReplyTo(providerId)
  }

  /** Like `text`, but also expects that the reply fits in one segment. */
  async function textForOneSegment(from: string, body: string): Promise<string | undefined> {
    const answer = await text(from, body)
    if (answer !== undefined) expect(segmentsOf(answer), answer).toBe(1)
    return answer
  }

  async function findReplyTo(providerId: string): Promise<string | undefined> {
    const { rows } = await db.$client.query<{ text: string }>(
      `select data->>'text' as text from deliveries where key = $1`,
      [`reply:${providerId}`],
    )
    return rows[0]?.text
  }

  /** Runs all jobs. Returns all texts that were sent to a number so far, oldest first. */
  async function runJobsAndListTexts(number: string): Promise<string[]> {
    await app.runJobs()
    const { rows } = await db.$client.query<{ body: string }>(
      `select body from messages where channel = 'text' and recipient = $1 order by id`,
      [number],
    )
    return rows.map(({ body }) => body)
  }

  /** Records that a number was just texted about tee times, as an alert does. */
  async function recordAlert(number: string, teeTimeIds: number[]): Promise<void> {
    await db.$client.query(
      `insert into deliveries (event, tee_time_ids, key, channel, status, recipient, created_at, sent_at)
       values ('posted', $2, $3, 'text', 'sent', $1, $4, $4)`,
      [number, teeTimeIds, `alert:${newSid()}`, app.clock.now()],
    )
  }

  async function playersOf(teeTimeId: number): Promise<number[]> {
    const { rows } = await db.$client.query<{ golfer_id: number }>(
      `select golfer_id from spots where tee_time_id = $1 and status = 'player' order by claim_id`,
      [teeTimeId],
    )
    return rows.map(({ golfer_id }) => golfer_id)
  }

  return {
    givePhone,
    text,
    textForOneSegment,
    findReplyTo,
    runJobsAndListTexts,
    recordAlert,
    playersOf,
  }
}

/** Creates the group Stampede, owned by Ann, and its member Bob, who can text from `number`. */
export async function createStampede(
  make: ReturnType<typeof factories>,
  phones: ReturnType<typeof texting>,
) {
  const owner = await make.golfer({ name: 'Ann Archer' })
  const group = await make.group({ name: 'Stampede', owner })
  const bob = await make.member(group, { name: 'Bob Baker' })
  return { group, bob, number: await phones.givePhone(bob) }
}

export function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`
}
