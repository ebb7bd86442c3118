import { and, desc, eq, gte, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm'
import { ALERT_EVENTS, type AlertEvent } from '../../../contract/alerts.ts'
import { allGroups } from '../../groups/index.ts'
import { golfers, preferences, textNumbers } from '../../identity/index.ts'
import type { Queries } from '../../platform/database/database.ts'
import { currentTrace } from '../../platform/trace.ts'
import type { NotificationSubject, Ports, Recipient } from '../../ports.ts'
import { deliveries, pushSubscriptions } from '../schema.ts'
import { countMessage } from './count-messages.ts'
import type { TextReport } from './handle-report.ts'

const KIND_BY_EVENT = JSON.stringify(
  Object.fromEntries(Object.entries(ALERT_EVENTS).map(([event, { kind }]) => [event, kind])),
)

/** Adds the job that sends the message in the row. */
export const addDeliverJob = () =>
  sql`add_deliver_job(id, event, ${currentTrace().reqId ?? null}::text)`

/**
 * Queues a message for each row of `recipients`, which selects golfer_id, group_id, tee_time_ids, data, key.
 * Returns the number of new messages.
 */
export async function queueForEach(tx: Queries, event: AlertEvent, recipients: SQL, now: Date) {
  const { rows } = await tx.execute<{ queued: number }>(sql`
    select count(queue_delivery(${event}, ${ALERT_EVENTS[event].kind ?? null}, golfer_id, group_id,
      tee_time_ids, data, key, ${now}, ${currentTrace().reqId ?? null}))::int as queued
    from (${recipients}) recipients`)
  return rows[0]?.queued ?? 0
}

export const rowsOf = (recipients: readonly Recipient[]) => sql`
  select "golferId" as golfer_id, "groupId" as group_id, coalesce(data, '{}') as data, key,
    array(select jsonb_array_elements_text("teeTimeIds")::int) as tee_time_ids
  from jsonb_to_recordset(${JSON.stringify(recipients)}::jsonb) as found
    ("golferId" int, "groupId" int, "teeTimeIds" jsonb, data jsonb, key text)`

const isAbout = ({ event, golferId, teeTimeId }: NotificationSubject) =>
  and(
    eq(deliveries.golferId, golferId),
    eq(deliveries.event, event),
    sql`${deliveries.teeTimeIds} = array[${teeTimeId}::int]`,
  )

export const findLastNotification: Ports['findLastNotification'] = async (tx, about) => {
  const { status, data } = deliveries
  const [row] = await tx
    .select({ isWaiting: sql<boolean>`${status} = 'deferred'`, data })
    .from(deliveries)
    .where(and(isAbout(about), notInArray(status, ['dropped', 'failed'])))
    .orderBy(desc(deliveries.id))
    .limit(1)
    .for('update')
  return row
}

export const addNotificationData: Ports['addNotificationData'] = async (tx, about, added) => {
  const data = sql`${deliveries.data} || ${JSON.stringify(added)}::jsonb`
  await tx.update(deliveries).set({ data }).where(isAbout(about))
}

export async function findDelivery(db: Queries, id: number) {
  const [row] = await db
    .select({
      delivery: deliveries,
      golfer: {
        email: golfers.email,
        mailToken: golfers.mailToken,
        // An unconfirmed number may belong to anybody.
        number: sql<string | null>`case when ${golfers.phoneConfirmedAt} is not null
          then ${golfers.phoneNumber} end`,
        hasProvenEmail: sql<boolean>`${golfers.emailProvenAt} is not null`,
        hasConsent: sql<boolean>`${golfers.textConsentAt} is not null`,
      },
      /** Why the golfer does not get this message, from `functions/message_refusal.sql`; null if they do. */
      refusal: sql<string | null>`message_refusal(${deliveries.golferId}, ${deliveries.groupId},
        ${KIND_BY_EVENT}::jsonb ->> ${deliveries.event})`,
      groupTimeZone: allGroups.timeZone,
      preferences,
      stoppedAt: textNumbers.stoppedAt,
      unreachableAt: textNumbers.unreachableAt,
      unreachableCode: textNumbers.unreachableCode,
      hasPushSubscription: sql<boolean>`exists (select from ${pushSubscriptions}
        where ${pushSubscriptions.golferId} = ${deliveries.golferId})`,
    })
    .from(deliveries)
    .leftJoin(golfers, eq(golfers.id, deliveries.golferId))
    .leftJoin(allGroups, eq(allGroups.id, deliveries.groupId))
    .leftJoin(preferences, eq(preferences.golferId, deliveries.golferId))
    .leftJoin(
      textNumbers,
      sql`${textNumbers.number} = case when ${deliveries.event} in ('reply', 'opt-in')
        then ${deliveries.recipient} else ${golfers.phoneNumber} end`,
    )
    .where(eq(deliveries.id, id))
  return row
}
export type FoundDelivery = NonNullable<Awaited<ReturnType<typeof findDelivery>>>
export type Delivery = typeof deliveries.$inferSelect

/** Returns undefined if the status or tries changed since `delivery` was read, or `condition` is not met. */
export async function updateDelivery(
  db: Queries,
  delivery: Delivery,
  change: Partial<Delivery>,
  condition?: SQL,
): Promise<Delivery | undefined> {
  const { id, status, tries } = delivery
  const isUnchanged = sql`(${deliveries.id}, ${deliveries.status}, ${deliveries.tries}) = (${id}, ${status}, ${tries})`
  const [updated] = await db
    .update(deliveries)
    .set(change)
    .where(and(isUnchanged, condition))
    .returning({ channel: deliveries.channel })
  if (updated === undefined) return undefined
  countMessage(updated.channel, change.status)
  return { ...delivery, ...change }
}

/**
 * Matches a message that may be texted to the number:
 * - The number has not said STOP, or the message is sent even then (`evenStopped`).
 * - Unless the message is a reply, the number still belongs to the golfer.
 * - An alert also needs the golfer's consent to texts.
 */
export const mayText = (number: string) => sql`
  (${deliveries.data} @> '{"evenStopped": true}' or not exists (select from ${textNumbers}
    where ${textNumbers.number} = ${number} and ${textNumbers.stoppedAt} is not null))
  and (${deliveries.event} = 'reply' or exists (select from ${golfers}
    where ${golfers.id} = ${deliveries.golferId} and ${golfers.phoneNumber} = ${number}
      and (${deliveries.event} = 'opt-in' or ${golfers.textConsentAt} is not null)))`

const isTextTo = (number: string) =>
  and(eq(deliveries.recipient, number), eq(deliveries.channel, 'text'))

export async function listProviderIds(db: Queries, number: string, since: Date): Promise<string[]> {
  const rows = await db
    .select({ providerId: deliveries.providerId })
    .from(deliveries)
    .where(and(isTextTo(number), gte(deliveries.sentAt, since)))
  return rows.flatMap(({ providerId }) => providerId ?? [])
}

/** Adds a text to a day's count for a group, or for all groups (null). Returns false at the cap. */
export async function countText(tx: Queries, day: string, groupId: number | null, cap: number) {
  const { rowCount } = await tx.execute(sql`
    insert into text_days (day, group_id, texts) values (${day}, ${groupId}, 1)
    on conflict (day, group_id) do update set texts = text_days.texts + 1
      where text_days.texts < ${cap}`)
  return rowCount === 1
}

export async function countTextsTo(tx: Queries, number: string, since: Date) {
  const isCounted = and(ne(deliveries.event, 'reply'), gte(deliveries.triedAt, since))
  return tx.$count(deliveries, and(isTextTo(number), isCounted))
}

/** Queues a message whose channel is decided. Returns its id; undefined if its key is not new. */
export async function queueOnChannel(tx: Queries, message: typeof deliveries.$inferInsert) {
  const [row] = await tx
    .insert(deliveries)
    .values(message)
    .onConflictDoNothing({ target: deliveries.key })
    .returning({ id: deliveries.id, job: addDeliverJob() })
  return row?.id
}

/**
 * Adds the tee times of a 'posted' message to a held one for the same golfer and group. Any other message is
 * merged only into one about the same event and tee times. Keeps the data of the newer message. Returns false
 * if there is no such message.
 */
export async function mergeIntoHeld(tx: Queries, added: Delivery) {
  const { rowCount } = await tx.execute(sql`
    update deliveries set tee_time_ids = array(
      select distinct unnest(tee_time_ids || ${sql.param(added.teeTimeIds)}::int[]) order by 1),
      data = case when id < ${added.id} then ${JSON.stringify(added.data)}::jsonb else data end
    where id = (
      select id from deliveries
      where golfer_id = ${added.golferId} and group_id = ${added.groupId}
        and event = ${added.event} and status = 'deferred'
        and (event = 'posted' or tee_time_ids = ${sql.param(added.teeTimeIds)}::int[])
      order by id limit 1 for update
    ) and status = 'deferred'`)
  return rowCount === 1
}

/**
 * Requeues the alerts that waited to be texted, so that they are emailed now, and drops opt-in requests. Call
 * it in the transaction that removes the number or the consent. Raises the count of tries, so that a process
 * that read the alert earlier can no longer hold it until quiet hours end.
 */
export async function emailWaitingTexts(
  tx: Queries,
  silenced: { readonly number: string } | { readonly golferId: number },
): Promise<void> {
  const isTheirs =
    'number' in silenced
      ? sql`(recipient = ${silenced.number} or golfer_id in (
          select ${golfers.id} from ${golfers} where ${golfers.phoneNumber} = ${silenced.number}))`
      : sql`golfer_id = ${silenced.golferId}`
  await tx.execute(sql`
    update deliveries set status = 'dropped', error_code = 'stopped', body = null
    where channel = 'text' and event = 'opt-in' and status in ('queued', 'deferred') and ${isTheirs}`)
  await tx.execute(sql`
    with requeued as (
      update deliveries set status = 'queued', due_at = null, tries = tries + 1
      where channel = 'text' and event not in ('reply', 'opt-in') and status in ('queued', 'deferred')
        and ${isTheirs}
      returning id, event
    ), sending as (
      select id, event from deliveries
      where channel = 'text' and event not in ('reply', 'opt-in') and status = 'sending' and ${isTheirs}
    )
    select ${addDeliverJob()} from (table requeued union all table sending) as waiting`)
}

/** Queues held messages that are due, or that can no longer be texted. Returns how many. */
export async function releaseDue(db: Queries, now: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with due as (
      select id from deliveries
      where status = 'deferred' and (due_at <= ${now} or recipient <> '' and event <> 'opt-in' and (
        not exists (select from golfers where golfers.id = golfer_id
          and phone_number = recipient and text_consent_at is not null)
        or exists (select from text_numbers where number = recipient and stopped_at is not null)))
      order by due_at, id limit ${limit} for update skip locked
    )
    update deliveries set status = 'queued', due_at = null where id in (table due)
    returning ${addDeliverJob()}`)
  return rowCount ?? 0
}

/**
 * Queues the held messages about these tee times, because after a change, their release time may be too late.
 * Leaves announcements held: a queued message that does not apply now is dropped, but announcements may apply
 * again in the morning.
 */
export const requeueHeldMessages: Ports['requeueHeldMessages'] = async (tx, teeTimeIds) => {
  await tx.execute(sql`
    update deliveries set status = 'queued', due_at = null
    where status = 'deferred' and tee_time_ids && ${sql.param(teeTimeIds)}::int[]
      and event not in ('posted', 'opened', 'last-call')
    returning ${addDeliverJob()}`)
}

/** Queues a golfer's held messages, because their quiet hours have changed. */
export async function requeueHeldMessagesTo(tx: Queries, golferId: number): Promise<void> {
  await tx.execute(sql`
    update deliveries set status = 'queued', due_at = null
    where status = 'deferred' and golfer_id = ${golferId}
    returning ${addDeliverJob()}`)
}

/** Returns undefined if the text has a report already, or is unknown. */
export async function recordReport(
  tx: Queries,
  { providerId, ...result }: Omit<TextReport, 'looks'>,
) {
  const [row] = await tx
    .update(deliveries)
    .set(result)
    .where(and(eq(deliveries.providerId, providerId), eq(deliveries.status, 'sent')))
    .returning()
  if (row !== undefined) countMessage(row.channel, result.status)
  return row
}

export async function isKnownText(db: Queries, providerId: string): Promise<boolean> {
  return (await db.$count(deliveries, eq(deliveries.providerId, providerId))) > 0
}

export async function dropUnsent(tx: Queries): Promise<void> {
  await tx
    .update(deliveries)
    .set({ status: 'dropped', errorCode: 'restored', body: null, dueAt: null })
    .where(inArray(deliveries.status, ['queued', 'deferred', 'sending']))
}
